"""The register model on the behavioural RTL."""

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import check, cocotb_tests, play

MODULE = "tests.sim.nvdla.registers"


@pytest.fixture(scope="module")
def result():
    return play(behavioural(NV_FULL), MODULE, "verilator")


@pytest.mark.parametrize("name", cocotb_tests(MODULE))
def test_registers(result, name):
    check(result, name)
    assert result.records[0].counters["register reads"] > 700
