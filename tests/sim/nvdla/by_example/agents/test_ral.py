from pathlib import Path

import pytest

from tests.sim.register_bus.small_designs import run

HERE = Path(__file__).parent
MODULES = "tests.sim.nvdla.by_example.agents"


def test_ral():
    run("icarus", HERE / "grouped_slave.sv", f"{MODULES}.ral_cases")


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_ral_on_axi_lite(simulator):
    run(simulator, HERE.parents[2] / "register_bus" / "axi_lite_slave.sv", f"{MODULES}.axi_lite_ral_cases")
