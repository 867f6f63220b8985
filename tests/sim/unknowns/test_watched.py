"""What decides and is unknown is told on Icarus: where, and what it was. Before a reset nothing is."""

import re
from pathlib import Path

import pytest

from tb.runner.design import Design
from tb.runner.paths import BUILD, ROOT
from tb.unknowns.watch import RULE, watched
from tests.simulation import check, play

MODULE = "tests.sim.unknowns.watched_cases"
TOP = Path(__file__).parent / "watched_top.sv"
DECIDES = ("enable", "other", "state", "write", "place")


@pytest.fixture(scope="module")
def design():
    sources = (TOP, ROOT / "rtl_stubs" / "debug" / "check_pkg.sv")
    return watched(Design(name="watched_top", top="watched_top", sources=sources), BUILD / "watched" / "watched_top")


def test_what_is_known_is_not_told(design):
    check(play(design, MODULE, "icarus", test_filter="all_is_known"), "all_is_known")


def test_each_thing_that_decides_is_told_by_name(design):
    result = play(design, MODULE, "icarus", test_filter="a_reset_that_forgets")
    check(result, "a_reset_that_forgets")
    text = result.log.read_text()
    told = re.findall(
        rf"^assertion {RULE} failed in watched_top.*?, watched_top.sv:(\d+): (\w+) at", text, re.MULTILINE
    )
    lines = TOP.read_text().splitlines()
    assert {what for _, what in told} == {*DECIDES}
    assert all(re.search(rf"\b{what}\b", lines[int(line) - 1]) for line, what in told)
