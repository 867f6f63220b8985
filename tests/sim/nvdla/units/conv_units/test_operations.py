"""MAC array and accumulator on random layers of operations, against the same reckoned number by number."""

from pathlib import Path

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.taps import read_taps
from tests.nvdla.configs import quick_on_tiny
from tests.sim.nvdla.units.conv_units.operations import expected, layers
from tests.simulation import ICARUS_FIRST, check, play

HERE = Path(__file__).parent
MODULE = "tests.sim.nvdla.units.conv_units.operations_cases"
DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
CHOSEN = quick_on_tiny("nv_full")
GENERATED = ("config_pkg", "csb_pkg", "cmac_a_pkg", "cmac_a_regs", "cacc_pkg", "cacc_regs")
SHARED = ("debug_pkg", "check_pkg", "link_check", "link_tap")
SOURCES = (
    "link/nvdla_link_pkg",
    "common/nvdla_fifo",
    "cmac/nvdla_tile_pkg",
    "cmac/nvdla_cmac_integers",
    "cmac/nvdla_cmac_floats",
    "cmac/nvdla_cmac",
    "cacc/nvdla_fp_pkg",
    "cacc/nvdla_integer_sum_pkg",
    "cacc/nvdla_cacc_sums",
    "cacc/nvdla_cacc",
)


def design(hw):
    generated = tuple(RTL / "generated" / hw.name / f"nvdla_{name}.sv" for name in GENERATED)
    shared = (DEBUG / f"{name}.sv" for name in SHARED)
    sources = (*generated, *shared, *(RTL / f"{name}.sv" for name in SOURCES), HERE / "operations_top.sv")
    return Design(name=f"operations_top-{hw.name}", top="operations_top", sources=sources, defines={"WITH_TAPS": "1"})


def played(hw, sim, name):
    """One test of the module, with taps."""
    env = {CONFIG_VARIABLE: hw.name}
    result = play(design(hw), MODULE, sim, test_filter=name, plusargs=("+taps=.",), env=env)
    check(result, name)
    return result


@pytest.mark.parametrize("hw", CHOSEN, ids=lambda hw: hw.name)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_results_and_counts_of_layers(sim, hw):
    result = played(hw, sim, "layers_follow_each_other")
    tap = read_taps(result.job.run_dir)["cacc_sdp"]
    members = tap.members({"layer_end": 1, "results": 32 * hw.atom_bytes})
    chosen = layers(hw)
    wanted = [expected(hw, layer)[0] for layer in chosen]
    words = members["results"].view("<u4")
    np.testing.assert_array_equal(words, np.array([word for layer in wanted for word in layer], np.uint32))
    lengths = [len(layer) for layer in wanted]
    numbers = np.repeat(np.arange(len(chosen)), lengths)
    np.testing.assert_array_equal(tap.layer, numbers)
    np.testing.assert_array_equal(tap.instance, numbers % 2)
    assert np.flatnonzero(members["layer_end"][:, 0]).tolist() == (np.cumsum(lengths) - 1).tolist()


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_halves_that_drift_apart(sim):
    played(CONFIGS["tiny"], sim, "halves_that_drift_apart_are_caught")
