"""Each checker catches the fault that it is there for: on both simulators, whoever answers the memory ports."""

from dataclasses import replace
from pathlib import Path

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.nvdla_designs import RESPONDERS, answered
from tests.simulation import SIMULATORS, check, cocotb_tests, play

FAULTS = "tests.selfcheck.faults"
MISUSE = "tests.selfcheck.misuse"


def faulty():
    """The behavioural RTL behind a wrapper that makes faults to order."""
    design = behavioural(NV_FULL)
    wrapper = Path(__file__).parent / "nvdla_faulty.sv"
    return replace(design, name=f"{design.name}-faulty", top="nvdla_faulty", sources=(*design.sources, wrapper))


@pytest.fixture(scope="module", params=RESPONDERS)
def responder(request):
    return request.param


@pytest.fixture(scope="module", params=SIMULATORS)
def faults(request, responder):
    return play(answered(responder, faulty()), FAULTS, request.param)


@pytest.fixture(scope="module", params=SIMULATORS)
def misuse(request, responder):
    return play(answered(responder), MISUSE, request.param)


@pytest.mark.parametrize("name", cocotb_tests(FAULTS))
def test_fault_is_caught(faults, name):
    check(faults, name)


@pytest.mark.parametrize("name", cocotb_tests(MISUSE))
def test_misuse_is_caught(misuse, name):
    check(misuse, name)
