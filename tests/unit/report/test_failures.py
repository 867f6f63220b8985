"""Failures in the report: by signature, with what is known of them and where to look."""

import json
from dataclasses import replace

import pytest

from tb.findings import Finding
from tb.regression.shrink.note import FILE, ShrunkNote
from tb.regression.store.result import RunResult
from tb.report.making import make_report
from tb.report.panels.failures import KEPT_RUNS, failures_of
from tb.report.panels.finding_parts import parts_of
from tb.whole_file import append_line
from tests.unit.regression.made_runs import failed, passed, runs
from tests.unit.report.made_report import made_sources, write_regression

OTHER = Finding("stray-write", "write to 0x40", details=("nobody owns it",))


def report_of(tmp_path, *results):
    return failures_of(made_sources(tmp_path, write_regression(tmp_path / "smoke-1", *results)))


def test_without_runs_there_is_no_panel_and_without_failures_an_empty_one(tmp_path):
    assert failures_of(made_sources(tmp_path)) is None
    assert report_of(tmp_path, passed(runs(1)[0])).groups == ()


def test_failures_are_grouped_and_the_shortest_run_is_shown(tmp_path):
    one, other, third = runs(3)
    found = report_of(tmp_path, failed(one, layers=9), failed(other, layers=2), failed(third, OTHER))
    assert [(group.count, group.runs[0].seed) for group in found.groups] == [(2, 2), (1, 3)]
    assert found.groups[0].runs[0].replay == "make sim TEST=tests.made.FirstTest SEED=2"
    assert len({group.id for group in found.groups}) == 2
    again = report_of(tmp_path / "again", failed(third, OTHER))
    assert again.groups[0].id == found.groups[1].id


def test_what_is_known_stands_last_with_its_reason_and_does_not_count_as_failed(tmp_path):
    text = '[[known]]\nsignature = "wrong-data: *"\nreason = "counts of NaN"\nsince = 2026-11-26\n'
    unseen = '[[known]]\nsignature = "hang: *"\nreason = "waits"\nsince = 2026-11-26\n'
    (tmp_path / "known.toml").write_text(text + unseen)
    one, other, third = runs(3)
    folder = write_regression(tmp_path / "smoke-1", failed(one), failed(other), failed(third, OTHER))
    report = make_report(made_sources(tmp_path, folder))
    assert [group.known for group in report.failures.groups] == ["", "known since 2026-11-26: counts of NaN"]
    assert report.failures.stale == ("*: hang: * (since 2026-11-26: waits)",)
    assert (report.summary.totals.known, report.summary.totals.passed) == (2, 0)


def test_a_run_that_did_not_end_says_why(tmp_path):
    found = report_of(
        tmp_path, RunResult(run=runs(1)[0], batch="000001", problem="ValueError: no\nTraceback", alone=True)
    )
    (group,) = found.groups
    assert (group.line, group.problem, group.findings, group.alone) == (
        "ValueError: no",
        "ValueError: no\nTraceback",
        (),
        True,
    )


def test_log_and_waves_are_linked_if_they_are_there_those_of_the_rerun_first(tmp_path):
    one, other = runs(2)
    folder = write_regression(tmp_path / "smoke 1", failed(one), failed(other))
    rerun = folder / "rerun"
    (rerun / "results").mkdir(parents=True)
    append_line(rerun / "results" / "000007.jsonl", failed(one, batch="000007").to_line())
    for path, text in (("rerun/batches/000007/sim.log", "a"), ("rerun/batches/000007/dump.fst", "b")):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (rerun / "batches" / "000007" / "empty.vcd").touch()
    found = failures_of(made_sources(tmp_path, folder)).groups[0].runs
    links = {run.seed: [(link.text, link.href) for link in run.links] for run in found}
    assert links[2] == []
    assert links[1] == [
        ("log (sim.log)", "../smoke%201/rerun/batches/000007/sim.log"),
        ("waves (dump.fst)", "../smoke%201/rerun/batches/000007/dump.fst"),
    ]


def test_the_smallest_program_is_shown_and_a_damaged_one_left_out(tmp_path):
    (run,) = runs(1)
    folder = tmp_path / "shrink" / "FirstTest-1-0"
    (folder / "test").mkdir(parents=True)
    test = folder / "test" / "shrunk.py"
    test.write_text("print()\n")
    note = ShrunkNote(run=run.id, signature="wrong-data", lines=("before 3 layers",), test=str(test), text="print()\n")
    (folder / FILE).write_text(json.dumps({key: getattr(note, key) for key in note.__slots__}))
    for name, text in (("cut", "{"), ("other", '{"run": 1, "signature": "", "lines": [2], "test": "", "text": ""}')):
        (tmp_path / "shrink" / name).mkdir()
        (tmp_path / "shrink" / name / FILE).write_text(text)
    sources = made_sources(tmp_path, write_regression(tmp_path / "smoke-1", failed(run)))
    (group,) = failures_of(sources).groups
    assert (group.minimised.lines, group.minimised.text) == (("before 3 layers",), "print()\n")
    assert [link.href for link in group.minimised.links] == ["../shrink/FirstTest-1-0/test/shrunk.py"]
    assert [line.why.startswith("damaged") for line in sources.leave_out.all()] == [True, True]


def test_of_very_many_runs_the_shortest_are_listed_and_all_are_counted(tmp_path):
    found = report_of(tmp_path, *(failed(run) for run in runs(KEPT_RUNS + 3)))
    assert (found.groups[0].count, len(found.groups[0].runs)) == (KEPT_RUNS + 3, KEPT_RUNS)


BORDER = ("first border that differs: CMAC to CACC (mac2accu) of layer 1, beat 3", "so the unit that is wrong: CMAC")
COMPARED = ("expected f0", "got      ed")
LAYER = ("layer: SDP INT8", "strides 64")
DERIVATION = ("the reference device came to output [c 0] like this:", "CMAC  39 x 1", "CACC  -16")


@pytest.mark.parametrize("order", [(BORDER, COMPARED, LAYER, DERIVATION), (BORDER, DERIVATION, COMPARED, LAYER)])
def test_details_are_sorted_by_what_they_are_about(order):
    parts = parts_of(Finding("wrong-data", "wrong", details=sum(order, ())))
    assert (parts.border, parts.compared, parts.layer, parts.derivation) == (BORDER, COMPARED, LAYER, DERIVATION)


def test_no_detail_is_lost():
    parts = parts_of(replace(OTHER, details=("one", "two")))
    assert (parts.layer, parts.compared, parts.severity) == (("one", "two"), (), "error")
