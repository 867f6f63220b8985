"""The arithmetic of MAC cells and accumulator alone, against what the public part's own cells gave."""

from pathlib import Path

import pytest

from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tests.nvdla.configs import quick_on_tiny
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.nvdla.units.conv_units.arithmetic_cases"
CHOSEN = quick_on_tiny("nv_full")
SOURCES = (
    RTL / "link" / "nvdla_link_pkg.sv",
    RTL / "cacc" / "nvdla_fp_pkg.sv",
    RTL / "cacc" / "nvdla_integer_sum_pkg.sv",
    RTL / "cmac" / "nvdla_tile_pkg.sv",
    RTL / "cmac" / "nvdla_cmac_integers.sv",
    RTL / "cmac" / "nvdla_cmac_floats.sv",
    HERE / "arithmetic_top.sv",
)


def design(hw, sim):
    """Both forms of the FP16 cells on tiny; on nv_full each simulator's own, and one of 8 lanes beside it."""
    package = RTL / "generated" / hw.name / "nvdla_config_pkg.sv"
    lanes = 1 if sim == "icarus" and hw.name == "tiny" else 8
    name = f"arithmetic_top-{hw.name}-{lanes}"
    return Design(name=name, top="arithmetic_top", sources=(package, *SOURCES), parameters={"LANES": lanes})


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_cells_and_steps_give_what_the_part_gives(sim, hw):
    result = play(design(hw, sim), MODULE, sim, env={CONFIG_VARIABLE: hw.name})
    for name in cocotb_tests(MODULE):
        check(result, name)
