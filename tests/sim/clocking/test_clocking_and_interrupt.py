from pathlib import Path

import pytest

from tests.sim.small_designs import run

HERE = Path(__file__).parent
MODULES = "tests.sim.clocking"


@pytest.mark.parametrize("cases", ["clocking_cases", "clocking_override_cases"])
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_clocking_and_interrupt(simulator, cases):
    run(simulator, HERE / "two_clocks.sv", f"{MODULES}.{cases}")
