import pytest

from tests.sim.agents.bench import run


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_clocking_and_interrupt(simulator):
    run(simulator, "two_clocks", "clocking_cases")
