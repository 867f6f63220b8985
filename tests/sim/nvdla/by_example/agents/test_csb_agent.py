from pathlib import Path

import pytest

from tests.sim.register_bus.small_designs import run

HERE = Path(__file__).parent
MODULES = "tests.sim.nvdla.by_example.agents"


@pytest.mark.parametrize("cases", ["csb_cases", "csb_override_cases"])
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_csb_agent(simulator, cases):
    run(simulator, HERE / "csb_slave.sv", f"{MODULES}.{cases}")
