"""The summary of a report."""

from dataclasses import replace

from tb.report.panels.summary import ranges_of, summary_of
from tests.unit.regression.made_runs import SETTING, failed, passed, runs
from tests.unit.report.made_report import PLAYED, made_sources, write_regression


def test_it_says_what_ran_and_what_came_out(tmp_path):
    one, other, third = runs(3)
    known = failed(third)
    elsewhere = replace(one, setting=replace(SETTING, sim="verilator"))
    folder = write_regression(tmp_path, passed(one), failed(other), known, passed(elsewhere))
    summary = summary_of(made_sources(tmp_path, folder), frozenset([known.run.id]))
    totals = summary.totals
    assert (totals.runs, totals.passed, totals.known, totals.layers, totals.sim_us) == (4, 2, 1, 12, 0.4)
    assert (summary.left, summary.configs, summary.designs) == (0, ("small",), ("the RTL of made",))
    assert [(line.sim, line.seeds, line.totals.runs) for line in summary.tests] == [
        ("icarus", "1-3", 3),
        ("verilator", "1", 1),
    ]
    assert summary.regressions[0].commit == PLAYED.commit


def test_tests_that_cannot_be_played_are_among_what_is_left_out(tmp_path):
    played = replace(PLAYED, left_out=("FirstTest needs a second port",))
    sources = made_sources(tmp_path, write_regression(tmp_path, passed(runs(1)[0]), played=played))
    assert summary_of(sources, frozenset()).left == 3
    assert [line.what for line in sources.leave_out.all()] == ["FirstTest needs a second port"]


def test_classes_of_one_name_are_told_apart_by_their_modules(tmp_path):
    one, other = runs(2)
    other = replace(other, test="tests.others.FirstTest")
    sources = made_sources(tmp_path, write_regression(tmp_path, passed(one), passed(other)))
    assert [line.test for line in summary_of(sources, frozenset()).tests] == [
        "tests.made.FirstTest",
        "tests.others.FirstTest",
    ]


def test_seeds_are_shown_as_ranges():
    assert ranges_of([3, 1, 2, 9, 11, 10, 3, 20]) == "1-3, 9-11, 20"
    assert ranges_of([]) == ""
