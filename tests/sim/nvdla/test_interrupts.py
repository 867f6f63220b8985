"""Interrupts that are set and cleared close together, on the behavioural RTL."""

import pytest

from tests.nvdla_designs import RESPONDERS, answered
from tests.simulation import SIMULATORS, check, cocotb_tests, play

MODULE = "tests.sim.nvdla.interrupts"


@pytest.fixture(scope="module", params=RESPONDERS)
def responder(request):
    return request.param


@pytest.fixture(scope="module", params=SIMULATORS)
def result(request, responder):
    return play(answered(responder), MODULE, request.param)


@pytest.mark.parametrize("name", cocotb_tests(MODULE))
def test_interrupts(result, name):
    check(result, name)
