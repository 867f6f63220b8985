"""The history: one report after the other, its curves, names of all sorts in them."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tb.plots.svg import SVG
from tb.report.data import to_json
from tb.report.history import history as module
from tb.report.history.history import History
from tb.report.history.record import head_of
from tb.report.history.store import write_record
from tb.report.page.pictures import pictures_of
from tests.unit.regression.made_runs import failed, passed, runs
from tests.unit.report.history.made_reports import Reports
from tests.unit.report.test_functional import covering

ONE, OTHER, THIRD = runs(3)


@pytest.fixture
def reports(tmp_path):
    return Reports(tmp_path)


def texts(svg):
    return ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{{{SVG}}}text")]


def test_one_report_is_no_history(reports):
    assert reports.report(passed(ONE)).history is None


def test_reports_on_the_suite_come_in_order_and_this_one_last(reports):
    reports.report(covering(ONE, (1, "plain")), failed(OTHER))
    reports.report(passed(ONE), suite="nightly")
    found = reports.report(covering(ONE, (1, "plain"), (2, "odd")), passed(OTHER)).history
    assert found.count == 2
    assert [(one.regressions, one.figures.passed) for one in found.reports] == [(("smoke-1",), 1), (("smoke-3",), 2)]
    assert [one.figures.coverage["small"]["layers"][0] for one in found.reports] == [3, 6]
    again = reports.again(reports.folder / "smoke-1")
    assert again.history is None


def test_of_many_reports_the_last_are_shown(reports, monkeypatch):
    monkeypatch.setattr(module, "MOST_REPORTS", 3)
    for _ in range(4):
        reports.report(passed(ONE))
    found = reports.report(passed(ONE)).history
    assert (found.count, [one.regressions[0] for one in found.reports]) == (5, ["smoke-3", "smoke-4", "smoke-5"])


def test_a_time_that_is_none_is_left_out_by_name(reports):
    reports.report(passed(ONE))
    write_record(replace(reports.record, time="yesterday", regressions=("a",)), reports.history)
    write_record(replace(reports.record, time="2026-10-01 12:00", regressions=("b",)), reports.history)
    report = reports.report(passed(ONE))
    assert [one.regressions for one in report.history.reports] == [("b",), ("smoke-1",), ("smoke-2",)]
    assert [line.why for line in report.left_out] == [
        "no record of a report: Invalid isoformat string: 'yesterday'",
    ]


def test_its_curves_say_in_words_what_they_come_to(reports):
    reports.report(covering(ONE, (1, "plain")), failed(OTHER))
    found = reports.report(covering(ONE, (1, "plain"), (2, "odd")), passed(OTHER)).history
    pictures = {picture.title: picture.svg for picture in pictures_of(found)}
    assert list(pictures) == [
        "Runs that passed",
        "Runs that failed",
        "Functional coverage",
        "Layers a minute of a simulator",
        "Groups of small that changed most",
    ]
    said = [ElementTree.fromstring(svg).get("aria-label") for svg in pictures.values()]
    assert said[0] == "Runs that passed from 2026-11-01 to 2026-11-02; last passed 2"
    assert said[1] == "Runs that failed from 2026-11-01 to 2026-11-02; last failed 0"
    assert said[2] == "Functional coverage from 2026-11-01 to 2026-11-02; last small 54.5 %"
    assert said[3].endswith("layers a minute 180")
    assert said[4].endswith("last layers 54.5 %")
    assert "passed: 2" in texts(pictures["Runs that passed"])
    assert "failed: 0" in texts(pictures["Runs that failed"])


def test_curves_of_which_no_point_is_known_are_not_drawn(reports):
    reports.again()
    write_record(replace(reports.record, commit="other", time="2026-11-01T12:00:00+00:00"), reports.history)
    assert pictures_of(reports.again().history) == ()


def test_faults_and_code_have_curves_too(reports):
    reports.report(passed(ONE))
    figures = replace(
        reports.record.figures, faults=(19, 20), by_hand=(3, 3), code={"line": (90, 100), "branch": (1, 2)}
    )
    write_record(replace(reports.record, figures=figures), reports.history)
    found = reports.report(passed(ONE)).history
    pictures = {picture.title: texts(picture.svg) for picture in pictures_of(found)}
    assert {"planted by machine: 95.0 %", "planted by hand: 100.0 %"} <= set(
        pictures["Planted faults that were caught"]
    )
    assert {"line: 90.0 %", "branch: 50.0 %"} <= set(pictures["Code coverage"])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("hours", [0, 0.001, 0.04, 0.5, 2.5, 40, 60, 600, 900, 2100, 9000, 26_000, 200_000])
def test_times_have_a_few_ticks_however_far_apart_they_are(reports, hours):
    reports.report(passed(ONE))
    last = head_of(reports.record)
    first = replace(last, time=(last.when - timedelta(hours=hours)).isoformat(timespec="microseconds"))
    (runs, *_) = pictures_of(History(reports=(first, last), count=2))
    ticks = [text for text in texts(runs.svg) if re.fullmatch(r"\d{4}|\w{3} \d{4}|\d{2} \w{3}|\d\d(:\d\d)+", text)]
    assert 1 <= len(ticks) <= 7
    assert all(one != other for one, other in pairwise(ticks))


def test_names_in_curves_are_text(reports):
    evil = "</text><script>evil()</script> $x^2$"
    reports.report(passed(ONE))
    figures = replace(reports.record.figures, coverage={evil: {f"_{evil}": (1, 2)}})
    write_record(replace(reports.record, figures=figures), reports.history)
    found = reports.report(passed(ONE)).history
    svg = next(picture.svg for picture in pictures_of(found) if picture.title == "Functional coverage")
    assert "<script" not in svg
    assert f"{evil}: 50.0 %" in texts(svg)


def test_it_is_in_the_json(reports):
    reports.report(passed(ONE))
    data = json.loads(to_json(reports.report(failed(ONE))))["history"]
    assert (data["count"], [one["figures"]["passed"] for one in data["reports"]]) == (2, [1, 0])
    assert head_of(reports.record).figures.passed == 0
