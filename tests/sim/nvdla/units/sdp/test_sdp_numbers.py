"""SDP's arithmetic alone: numbers of other formats, operations on them, and look-up tables."""

from pathlib import Path

import pytest

from tb.runner.design import Design
from tb.runner.paths import ROOT
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

HERE = Path(__file__).parent
RTL = ROOT / "rtl_stubs" / "nvdla"
MODULE = "tests.sim.nvdla.units.sdp.number_cases"
PACKAGES = ("round", "convert", "fp17", "fp32", "lut")
DESIGN = Design(
    name="number_top",
    top="number_top",
    sources=(
        RTL / "generated" / "tiny" / "nvdla_config_pkg.sv",
        *(RTL / "common" / f"nvdla_{name}_pkg.sv" for name in PACKAGES),
        HERE / "number_top.sv",
    ),
)


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_functions_give_what_the_documents_say(sim):
    result = play(DESIGN, MODULE, sim)
    for name in cocotb_tests(MODULE):
        check(result, name)
