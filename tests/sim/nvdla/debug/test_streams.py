"""Every stream of a memory interface has a checker of the rule of links, and each fires."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from models.nvdla.config import CONFIGS
from tb.nvdla.design import behavioural
from tb.runner.link_taps import with_link_checks
from tests.simulation import ICARUS_FIRST, check, play

HERE = Path(__file__).parent
MODULE = "tests.sim.nvdla.debug.stream_cases"
RULES = ("payload-changed", "valid-withdrawn")
STREAMS = {
    "broken_reads": ("g_read[0].lines", "ar", "g_read[0].words"),
    "broken_writes": ("g_write[0].lines", "g_write[0].words", "w", "aw"),
    "broken_answers": ("r", "b"),
}
"""The checkers by the test that breaks their rule."""


def design():
    checked = with_link_checks(behavioural(CONFIGS["tiny"]))
    sources = tuple(path for path in checked.sources if path.stem not in ("NV_nvdla", "nvdla_units"))
    return replace(
        checked,
        name="memory_top",
        top="memory_top",
        sources=(*sources, HERE / "memory_top.sv"),
        waivers=(HERE / "memory_top.vlt",),
        observed={},
    )


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_a_broken_rule_is_caught(sim, name):
    drops = ("+rready_drops=1", "+bready_drops=2") if name == "broken_answers" else ()
    result = play(design(), MODULE, sim, test_filter=name, plusargs=drops)
    check(result, name)
    said = result.log.read_text()
    told = re.findall(r"^assertion (\S+) failed in \S*\.g_checks\.rules\.(\S+) at", said, re.MULTILINE)
    assert set(told) == {(rule, stream) for stream in STREAMS[name] for rule in RULES}


@pytest.mark.parametrize("seed", [0, 1, 0x9E37_79B9, 0xFFFF_FFFF])
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_ready_drops_and_comes_back(sim, seed):
    name = "ready_drops_in_a_quarter_of_the_cycles"
    drops = (f"+rready_drops={seed}", f"+bready_drops={seed}")
    check(play(design(), MODULE, sim, test_filter=name, plusargs=drops), name)


@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_answers_that_nobody_waits_for(sim):
    name = "answers_that_nobody_waits_for"
    check(play(design(), MODULE, sim, test_filter=name), name)
