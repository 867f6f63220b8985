"""Each checker catches the fault that it is there for: on both simulators, whoever answers the memory ports."""

from dataclasses import replace
from pathlib import Path

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.nvdla_designs import answered
from tests.simulation import cases, check, played

FAULTS = "tests.selfcheck.faults"
MISUSE = "tests.selfcheck.misuse"


def faulty():
    """The behavioural RTL behind a wrapper that makes faults to order."""
    design = behavioural(NV_FULL)
    wrapper = Path(__file__).parent / "nvdla_faulty.sv"
    return replace(design, name=f"{design.name}-faulty", top="nvdla_faulty", sources=(*design.sources, wrapper))


def faulty_answered(responder):
    """The same with what answers its memory ports."""
    return answered(responder, design=faulty())


@pytest.mark.parametrize(("simulation", "name"), cases([FAULTS]))
def test_fault_is_caught(simulation, name):
    check(played(simulation, faulty_answered), name)


@pytest.mark.parametrize(("simulation", "name"), cases([MISUSE]))
def test_misuse_is_caught(simulation, name):
    check(played(simulation, answered), name)
