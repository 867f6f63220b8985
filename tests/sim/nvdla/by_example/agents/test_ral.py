from tests.sim.nvdla.by_example.agents.bench import run


def test_ral():
    run("icarus", "grouped_slave", "ral_cases")
