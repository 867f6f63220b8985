from pathlib import Path

import pytest

from tests.sim.small_designs import run

HERE = Path(__file__).parent
MODULES = "tests.sim.ral"


def test_ral():
    run("icarus", HERE / "grouped_slave.sv", f"{MODULES}.ral_cases")


@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_ral_on_axi_lite(simulator):
    run(simulator, HERE.parent / "register_bus" / "axi_lite" / "axi_lite_slave.sv", f"{MODULES}.axi_lite_ral_cases")
