"""X, Y with its look-up tables and the output convertor alone, against what the public part's own gave."""

from pathlib import Path

import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.nvdla.units.sdp.cell_cases"
COUNTS = "tests.sim.nvdla.units.sdp.count_cases"
TINY = CONFIGS["tiny"]
COMMON = ("round_pkg", "convert_pkg", "fp17_pkg", "fp32_pkg", "lut_pkg", "stage", "lut_port", "lut")


def design(config):
    generated = RTL / "generated" / config
    sources = (
        *(generated / f"nvdla_{name}_pkg.sv" for name in ("config", "csb", "sdp")),
        generated / "nvdla_sdp_regs.sv",
        DEBUG / "debug_pkg.sv",
        DEBUG / "check_pkg.sv",
        RTL / "link" / "nvdla_link_pkg.sv",
        RTL / "debug" / "nvdla_table_clock.sv",
        *(RTL / "common" / f"nvdla_{name}.sv" for name in COMMON),
        *(
            RTL / "sdp" / f"nvdla_sdp_{name}.sv"
            for name in ("operator_pkg", "operand_stage", "x", "y", "lut", "convert")
        ),
        HERE / "cell_top.sv",
    )
    return Design(name=f"cell_top-{config}", top="cell_top", sources=sources)


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_cells_give_what_the_part_gives(sim):
    result = play(design(TINY.name), MODULE, sim, env={CONFIG_VARIABLE: TINY.name})
    for name in cocotb_tests(MODULE):
        check(result, name)


@pytest.mark.parametrize("config", ["nv_small", pytest.param("tiny", marks=pytest.mark.long)])
def test_what_the_convertor_counts(config):
    result = play(design(config), COUNTS, "icarus", env={CONFIG_VARIABLE: config})
    for name in cocotb_tests(COUNTS):
        check(result, name)
