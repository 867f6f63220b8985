import pytest

from tests.sim.agents.bench import run


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_csb_agent(simulator):
    run(simulator, "csb_slave", "csb_cases")
