"""The accumulator's sums alone: what saturates in a whole group of kernels counts as the configuration has it."""

from pathlib import Path

import pytest

from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.nvdla.units.conv_units.sums_cases"
SOURCES = (
    RTL / "link" / "nvdla_link_pkg.sv",
    RTL / "cacc" / "nvdla_fp_pkg.sv",
    RTL / "cacc" / "nvdla_integer_sum_pkg.sv",
    RTL / "cacc" / "nvdla_cacc_sums.sv",
    HERE / "sums_top.sv",
)


@pytest.mark.parametrize("config", ["nv_small", pytest.param("tiny", marks=pytest.mark.long)])
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_saturated_results_of_a_group(sim, config):
    package = RTL / "generated" / config / "nvdla_config_pkg.sv"
    design = Design(name=f"sums_top-{config}", top="sums_top", sources=(package, *SOURCES))
    result = play(design, MODULE, sim, env={CONFIG_VARIABLE: config})
    for name in cocotb_tests(MODULE):
        check(result, name)
