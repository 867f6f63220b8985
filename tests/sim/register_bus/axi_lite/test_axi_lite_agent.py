from pathlib import Path

import pytest

from tests.sim.small_designs import run

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("top", "cases"),
    [
        ("axi_lite_slave", "axi_lite_cases"),
        ("axi_lite_slave", "axi_lite_master_cases"),
        ("axi_lite_pins", "axi_lite_ram_cases"),
    ],
)
@pytest.mark.parametrize("simulator", ["icarus", "verilator"])
def test_axi_lite_agent(simulator, top, cases):
    run(simulator, HERE / f"{top}.sv", f"tests.sim.register_bus.axi_lite.{cases}")
