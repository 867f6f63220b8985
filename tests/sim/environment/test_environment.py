from functools import cache
from pathlib import Path

import pytest

from tb.runner.design import Design
from tests.simulation import SIMULATORS, check, cocotb_tests, play

CASES = "tests.sim.environment.bells_cases"


@cache
def result(simulator):
    design = Design(name="bells", top="bells", sources=(Path(__file__).parent / "bells.sv",))
    return play(design, CASES, simulator)


@pytest.mark.parametrize("name", cocotb_tests(CASES))
@pytest.mark.parametrize("simulator", SIMULATORS)
def test_environment_of_another_family(simulator, name):
    check(result(simulator), name)
