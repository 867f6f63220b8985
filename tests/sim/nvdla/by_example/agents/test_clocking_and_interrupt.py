import pytest

from tests.sim.nvdla.by_example.agents.bench import run


@pytest.mark.parametrize("cases", ["clocking_cases", "clocking_override_cases"])
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_clocking_and_interrupt(simulator, cases):
    run(simulator, "two_clocks", cases)
