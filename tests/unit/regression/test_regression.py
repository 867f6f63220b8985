"""When a regression ends, and what is said of its failures, without a simulator."""

from datetime import date

import pytest

from tb.cli.regress import _failed_before
from tb.findings import Finding
from tb.regression.batch.process import Ended
from tb.regression.known import KnownFailure
from tb.regression.regression import Bounds, Place, Regression
from tb.regression.setup import other_regressions
from tb.regression.store.results import Results
from tb.regression.times import RunTimes
from tb.whole_file import append_line
from tests.unit.regression.made_runs import RUN, failed, passed, runs

KNOWN = KnownFailure("wrong-data: *", "*", "it is so", date(2026, 11, 26))


class Silent:
    """Watches, and keeps quiet."""

    def result(self, result):
        """Nothing."""

    def say(self, line):
        """Nothing."""

    def tick(self, running):
        """Nothing."""


class MadeEngine:
    """Plays one batch at a time; each run has a made result."""

    def __init__(self, result_of):
        self._result_of, self._begun = result_of, []

    @property
    def free(self):
        return 1 - len(self._begun)

    def start(self, job):
        for run in job.batch.runs:
            append_line(job.results, self._result_of(run).to_line())
        self._begun.append(job.batch.name)

    def wait(self):
        ended, self._begun = [Ended(name) for name in self._begun], []
        return ended

    def news(self):
        return ()

    def stop(self):
        self._begun.clear()


def played(folder, result_of, **bounds):
    regression = Regression(
        Place(folder=folder, builds=folder),
        runs=lambda: iter(runs(12)),
        engine=MadeEngine(result_of),
        times=RunTimes(folder / "times.json"),
        bounds=Bounds(batch_s=1e-9, **bounds),
        view=Silent(),
    )
    regression.play()
    return len(regression.results.by_id)


@pytest.fixture(autouse=True)
def of_one_run(monkeypatch):
    """Batches of one run."""
    monkeypatch.setattr("tb.regression.plan.batches.FIRST_RUNS", 1)


def test_so_many_new_failures_end_it_and_the_next_call_counts_anew(tmp_path):
    assert played(tmp_path, failed, failures=3) == 3
    assert played(tmp_path, failed, failures=3) == 6


def test_failures_that_are_known_do_not_end_it(tmp_path):
    assert played(tmp_path, failed, failures=3, known=(KNOWN,)) == 12
    other = Finding("wrong-order", "it is")
    assert played(tmp_path / "other", lambda run: failed(run, other), failures=3, known=(KNOWN,)) == 3


def test_the_last_regression_of_the_suite_that_failed_is_named(tmp_path):
    now, *others = (tmp_path / name for name in ("smoke-" + "0" * 16, "smoke-" + "1" * 16, "my-smoke-" + "2" * 16))
    for folder in (now, *others):
        Results(folder)
    assert _failed_before(now) == ""
    append_line(others[1] / "results" / "000001.jsonl", failed(RUN).to_line())
    assert other_regressions(now) == [others[0]]
    assert _failed_before(now) == ""
    for result in (failed(RUN), passed(runs(2)[1])):
        append_line(others[0] / "results" / "000001.jsonl", result.to_line())
    said = _failed_before(now)
    assert said.startswith(f"; 1 of its runs failed in {others[0]}, which was played with other arguments")
