"""Which tests a regular expression selects, and what is said of those that cannot be played."""

import re

import pytest

from tb.cli import main as main_module
from tb.cli.options.selection import left_out
from tb.runner.errors import UserError
from tb.runner.family.find import family_names, load_family

LACKING = "needs two memories, small has one"
TOLD = {"tests.sim.nvdla.networks"}
"""Modules that only suites play, or a user by name."""
TESTS = {"a.copies.CopyTest": "", "a.copies.MoveTest": "", "a.first.FirstLayersTest": LACKING}


def test_what_is_selected_and_left_out_is_named():
    assert left_out("Copy", TESTS, "TEST=Copy") == []
    assert left_out("Test", TESTS, "TEST=Test") == [f"FirstLayersTest {LACKING}"]


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("CopyTset", "TEST=CopyTset: no test matches; the nearest is CopyTest"),
        ("^Move.*Tset$", "TEST=^Move.*Tset$: no test matches; the nearest is MoveTest"),
        ("xyzzy", "TEST=xyzzy: no test matches; there are tests in copies, first"),
        ("First", f"TEST=First: left out: FirstLayersTest {LACKING}"),
    ],
)
def test_what_selects_nothing_that_can_be_played_is_an_error(pattern, says):
    with pytest.raises(UserError, match=f"^{re.escape(says)}"):
        left_out(pattern, TESTS, f"TEST={pattern}")


@pytest.mark.parametrize("name", family_names())
def test_the_tests_without_a_reason_are_those_of_the_modules_that_are_played(name):
    family = load_family(name)
    for config in family.configs:
        played = {test.rpartition(".")[0] for test, why in family.tests(config, False).items() if not why}
        assert played - TOLD == set(family.test_modules(config))


def test_nothing_is_simulated_for_a_name_that_does_not_exist(monkeypatch, capsys):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("tb.cli.record.simulate", None)
    family = load_family(None)
    name = next(iter(family.tests(family.configs[0], False))).rpartition(".")[2]
    assert main_module.main(["record", "--test", f"Q{name}", "--out", "build/none"]) == 2
    assert f"TEST=Q{name}: no test matches; the nearest is {name}" in capsys.readouterr().err
