"""Clocks and resets on the behavioural RTL."""

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import SIMULATORS, check, cocotb_tests, play

MODULE = "tests.sim.nvdla.resets"


@pytest.fixture(scope="module", params=SIMULATORS)
def result(request):
    return play(behavioural(NV_FULL), MODULE, request.param)


@pytest.mark.parametrize("name", cocotb_tests(MODULE))
def test_clocks_and_resets(result, name):
    check(result, name)
