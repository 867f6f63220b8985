from pathlib import Path

import pytest

from tests.sim.small_designs import run

HERE = Path(__file__).parent
MODULES = "tests.sim.register_bus.csb"


@pytest.mark.parametrize("cases", ["csb_cases", "csb_override_cases"])
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_csb_agent(simulator, cases):
    run(simulator, HERE / "csb_slave.sv", f"{MODULES}.{cases}")
