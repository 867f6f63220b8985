import pytest

from tests.sim.nvdla.by_example.agents.bench import run


@pytest.mark.parametrize("cases", ["csb_cases", "csb_override_cases"])
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_csb_agent(simulator, cases):
    run(simulator, "csb_slave", cases)
