"""Registers on the behavioural RTL."""

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
    record = next(item for item in result.records if item.name.endswith(f".{name}"))
    assert record.counters["register reads"] > 10
