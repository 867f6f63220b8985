from pathlib import Path

import pytest

from tests.sim.register_bus.small_designs import run

HERE = Path(__file__).parent
MODULES = "tests.sim.nvdla.by_example.agents"


@pytest.mark.parametrize("cases", ["clocking_cases", "clocking_override_cases"])
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_clocking_and_interrupt(simulator, cases):
    run(simulator, HERE / "two_clocks.sv", f"{MODULES}.{cases}")
