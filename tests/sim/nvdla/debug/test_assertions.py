"""Assertions in the RTL: counted, read by the bench, and each seen to fire."""

from pathlib import Path

import pytest

from models.nvdla.config import CONFIGS
from tb.nvdla.design import behavioural
from tb.runner.design import Design
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.link_taps import with_link_checks, with_taps
from tb.runner.paths import ROOT
from tb.runner.simulators.verilator.simulator import lint
from tests.nvdla.configs import quick_on_tiny
from tests.nvdla.designs import answered
from tests.simulation import SIMULATORS, check, cocotb_tests, play

DEBUG = ROOT / "rtl_stubs" / "debug"
RTL = ROOT / "rtl_stubs" / "nvdla"
FIFO = Design(
    name="fifo_top",
    top="fifo_top",
    sources=(
        DEBUG / "check_pkg.sv",
        RTL / "common" / "nvdla_fifo.sv",
        Path(__file__).parent / "fifo_top.sv",
    ),
)


@pytest.mark.parametrize("sim", SIMULATORS)
def test_queues(sim):
    module = "tests.sim.nvdla.debug.fifo_cases"
    result = play(FIFO, module, sim)
    for name in cocotb_tests(module):
        check(result, name)


@pytest.mark.parametrize(
    ("sim", "responder", "config"),
    [
        ("icarus", "python", "tiny"),
        pytest.param("icarus", "python", "nv_full", marks=pytest.mark.long),
        pytest.param("verilator", "hdl", "tiny", marks=pytest.mark.long),
    ],
)
def test_the_whole_design(sim, responder, config):
    module = "tests.sim.nvdla.debug.assertion_cases"
    design = answered(responder, config, with_link_checks(behavioural(CONFIGS[config])))
    result = play(design, module, sim, env={CONFIG_VARIABLE: config})
    for name in cocotb_tests(module):
        check(result, name)


@pytest.mark.long
@pytest.mark.parametrize(
    ("sim", "responder", "config"), [("verilator", "hdl", "tiny"), ("verilator", "hdl", "nv_full")]
)
def test_links_that_wait(sim, responder, config):
    """Icarus plays it in `test_unknowns.py`."""
    module = "tests.sim.nvdla.debug.waiting_cases"
    design = answered(responder, config, with_link_checks(behavioural(CONFIGS[config])))
    result = play(design, module, sim, env={CONFIG_VARIABLE: config}, plusargs=("+links_wait=5",))
    check(result, "WaitingLinksTest")


@pytest.mark.parametrize(
    "config", quick_on_tiny(*(name for name in CONFIGS if name != "tiny")), ids=lambda config: config.name
)
def test_checks_and_taps_have_no_warnings(config):
    assert lint(with_taps(with_link_checks(behavioural(config)))) == ""
