"""Results: whole or absent, wherever their writer ends."""

import pytest

from tb.findings import Finding
from tb.regression.plan.batches import Batch
from tb.regression.store.result import KEPT_FINDINGS, DamagedResultError, RunResult
from tb.regression.store.results import Results, finished_runs
from tb.whole_file import append_line
from tests.unit.regression.made_runs import RUN, failed, passed, runs

BATCH = Batch("000003", (RUN,))


def test_a_result_is_read_as_it_was_written():
    for result in (passed(RUN), failed(RUN), RunResult(run=RUN, batch="000001", problem="it crashed", alone=True)):
        assert RunResult.from_line(result.to_line()) == result


def test_of_many_findings_the_first_are_kept():
    many = failed(RUN, *(Finding("kind", f"message {number}") for number in range(KEPT_FINDINGS + 5)))
    kept = RunResult.from_line(many.to_line())
    assert [finding.message for finding in kept.record.findings] == [f"message {n}" for n in range(KEPT_FINDINGS)]


@pytest.mark.parametrize(
    "damage", [lambda line: line[:-1], lambda line: line.replace("3", "4"), lambda _: "", lambda line: line[9:]]
)
def test_a_line_that_was_cut_or_changed_is_no_result(damage):
    with pytest.raises(DamagedResultError):
        RunResult.from_line(damage(passed(RUN).to_line()))


def test_what_fails_says_its_first_line():
    warning = Finding("odd", "an odd thing", severity="warning")
    assert failed(RUN, warning, Finding("wrong-data", "wrong data")).first_line.startswith("wrong data  (wrong-data")
    assert RunResult(run=RUN, batch="", problem="ValueError: no\nTraceback").first_line == "ValueError: no"
    assert not RunResult(run=RUN, batch="", problem="ValueError: no").passed


def test_results_are_found_again_and_grow(tmp_path):
    first, second, third = runs(3)
    results = Results(tmp_path)
    assert (results.by_id, results.next_number) == ({}, 1)
    append_line(results.file(BATCH), passed(first).to_line())
    with results.file(BATCH).open("a") as file:
        file.write(passed(second).to_line()[:50])
    assert [result.run for result in results.news(BATCH)] == [first]
    with results.file(BATCH).open("a") as file:
        file.write(passed(second).to_line()[50:] + "\n")
    assert [result.run for result in results.news(BATCH)] == [second]
    results.add_lost(BATCH, failed(third))
    again = Results(tmp_path)
    assert set(again.by_id) == {run.id for run in (first, second, third)}
    assert again.next_number == 4
    assert finished_runs(results.file(BATCH)) == {first.id, second.id}


def test_a_damaged_result_is_said_and_its_run_is_not_known(tmp_path):
    results = Results(tmp_path)
    append_line(results.file(BATCH), "deadbeef {}")
    append_line(results.file(BATCH), passed(RUN).to_line())
    again = Results(tmp_path)
    assert set(again.by_id) == {RUN.id}
    (line,) = again.damaged
    assert "000003.jsonl" in line
    assert "played again" in line
