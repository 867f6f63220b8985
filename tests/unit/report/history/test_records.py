"""Records of reports on disk: one a report, of other versions, damaged, of other suites."""

import json
from dataclasses import replace

import pytest

from tb.mutation.by_hand import write_tried
from tb.report.history.record import Head, Record
from tb.report.history.store import earlier, read_record, write_record
from tb.report.left_out import LeaveOut
from tb.runner.family.mutation import MutationPlan
from tb.runner.family.parts import PlanParts
from tb.versioned import VersionedError
from tests.unit.regression.made_runs import failed, passed, runs
from tests.unit.report.history.made_reports import Reports, begin
from tests.unit.report.planted import tried, write_campaign
from tests.unit.report.test_functional import covering

ONE, OTHER, THIRD = runs(3)


@pytest.fixture
def reports(tmp_path):
    return Reports(tmp_path)


def files(reports):
    return sorted(path.name for path in (reports.history / "made").iterdir())


def test_a_record_is_small_and_comes_back_as_it_was(reports):
    reports.report(covering(ONE, (1, "plain"), (2, "odd")), failed(OTHER), passed(THIRD))
    (file,) = (reports.history / "made").iterdir()
    assert read_record(file, Record) == reports.record
    assert file.stat().st_size < 2000
    figures = read_record(file, Head).figures
    assert (figures.runs, figures.passed, figures.known, figures.layers) == (3, 2, 0, 9)
    assert figures.coverage == {"small": {"layers": (6, 11)}}


def test_it_says_what_planted_faults_came_to(reports):
    write_campaign(reports.folder, "a", ["caught", "caught", "survived", "equivalent"])
    rtl = reports.folder / "rtl"
    mutation = MutationPlan(folder=rtl, units={"COPY": ("a.sv",)}, stages=lambda *_: (), equivalents=rtl)
    reports.family = {"mutation": mutation, "plan": PlanParts(path=rtl, planted=reports.folder)}
    (reports.folder / "planted.py").write_text('MadeFault(name="line-too-long")\nMadeFault(name="line-too-short")')
    for name, checker in (("line-too-long", "wrong-data"), ("line-too-short", "")):
        write_tried("made", tried(name, checker), reports.folder / "planted" / "tried")
    reports.report(passed(ONE))
    assert (reports.record.figures.faults, reports.record.figures.by_hand) == ((2, 3), (1, 2))


def test_a_report_that_is_made_again_has_one_record(reports):
    reports.report(passed(ONE))
    reports.report(passed(ONE), passed(OTHER))
    assert [name[:15] for name in files(reports)] == ["20261101T120000", "20261102T120000"]
    begin(reports.folder / "smoke-2", "2026-11-03T12:00:00+00:00")
    reports.again(reports.folder / "smoke-2")
    assert [name[:15] for name in files(reports)] == ["20261101T120000", "20261103T120000"]


def test_without_regressions_a_commit_has_one_record(reports):
    reports.again()
    reports.again()
    assert len(files(reports)) == 1
    write_record(replace(reports.record, commit="ffffffffffff"), reports.history)
    assert len(files(reports)) == 2


def test_earlier_are_those_on_the_same_suite_and_tests_in_order(reports):
    for suite in ("smoke", "nightly", "smoke", "smoke"):
        reports.report(passed(ONE), suite=suite)
    write_record(replace(reports.record, subject=replace(reports.record.subject, test="First")), reports.history)
    found = earlier(reports.record, reports.history, LeaveOut())
    assert [head.regressions for _, head in found] == [("smoke-1",), ("smoke-3",)]
    reports.again(reports.folder / "smoke-3")
    assert [head.regressions for _, head in earlier(reports.record, reports.history, LeaveOut())] == [("smoke-1",)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "damaged: "),
        ("[]", "damaged: "),
        ("{}", "without a version; this is 1"),
        ('{"version": 2}', "of version 2; this is 1"),
        ('{"version": 1}', "damaged: Object missing required field"),
        ("\udcff", "damaged: "),
    ],
)
def test_what_is_damaged_or_of_another_version_is_left_out_by_name(reports, text, why):
    reports.report(passed(ONE))
    file = reports.history / "made" / "20261102T120000-0123456789ab.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    report = reports.report(failed(ONE))
    (said,) = (line.why for line in report.left_out if line.what.endswith(file.name))
    assert said.startswith(f"no record of a report: {why}")
    assert report.comparison.before.regressions == ("smoke-1",)
    with pytest.raises(VersionedError, match=why.partition(";")[0]):
        read_record(file, Record)


def test_where_the_last_record_is_damaged_behind_its_head_the_one_before_is_taken(reports):
    reports.report(passed(ONE))
    reports.report(passed(ONE))
    last = sorted((reports.history / "made").iterdir())[-1]
    last.write_text(json.dumps(json.loads(last.read_text()) | {"bins": 3}))
    report = reports.report(failed(ONE))
    assert report.comparison.before.regressions == ("smoke-1",)
    assert [line.why for line in report.left_out] == [
        "no record of a report: damaged: Expected `object`, got `int` - at `$.bins`"
    ]


def test_records_of_other_families_are_others(reports):
    reports.report(passed(ONE))
    write_record(replace(reports.record, subject=replace(reports.record.subject, family="other")), reports.history)
    assert list(earlier(reports.record, reports.history, LeaveOut())) == []
