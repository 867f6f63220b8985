"""One fault: its stages end with the first test that fails, and who ended them is told apart."""

from pathlib import Path

import pytest

from tb.findings import Findings
from tb.mutation.campaign import trial
from tb.mutation.campaign.campaign import Fate
from tb.mutation.campaign.trial import Limits, TrialBench, try_fault
from tb.outcome.record import RECORDS_FILE, TestRecord
from tb.outcome.results import TestOutcome, Verdict
from tb.runner.jobs.job import LIMIT_VARIABLE, SimResult
from tb.whole_file import append_line
from tests.unit.mutation.toy import QUICK, REST

LIMITS = {QUICK: Limits(5000.0, 60.0), REST: Limits(None, 90.0)}


def record(*errors, name="toy.FirstTest", passed=None):
    findings = Findings()
    findings.warn("software-race", "two layers touch the same bytes")
    for kind in errors:
        findings.error(kind, f"{kind} was found")
    made = TestRecord.of(name, findings, seed=1, sim_time_ns=77.0, counters={})
    return made if passed is None else TestRecord(name=name, passed=passed, seed=1, sim_time_ns=77.0)


def outcome(verdict, message=""):
    return TestOutcome("toy", "FirstTest", verdict, 55.0, 0.1, message)


@pytest.fixture
def play(monkeypatch, tmp_path):
    """Try fault 7 where each stage's simulation ends as told; also the jobs that were run."""
    jobs = []

    def tried(*ends):
        left = iter(ends)

        def run(job, *, progress):
            job.run_dir.mkdir(parents=True)
            records, tests, problem = next(left)
            for item in records:
                append_line(job.run_dir / RECORDS_FILE, item.to_json())
                progress.tick()
            jobs.append(job)
            return SimResult(
                job=job, tests=tests, records=tuple(records), log=Path(), wave=None, wall_s=1.0, problem=problem
            )

        monkeypatch.setattr(trial, "run", run)
        bench = TrialBench(designs={"hdl": None}, sim="icarus", config="toy", seed=3, folder=tmp_path / "runs")
        return try_fault(bench, 7, (QUICK, REST), LIMITS, lambda: None)

    tried.jobs = jobs
    return tried


GOOD = ([record()], (outcome(Verdict.PASS),), "")


def test_a_failed_record_ends_it_at_once_and_names_the_checker(play, tmp_path):
    found = play(([record(), record("wrong-data", "hang", name="toy.OtherTest"), record()], (), ""))
    assert (found.fate, found.checker, found.message) == (Fate.CAUGHT, "wrong-data", "wrong-data was found")
    assert (found.stage, found.test, found.sim_time_ns) == ("quick", "toy.OtherTest", 77.0)
    assert play.jobs == []  # stopped before it came to its end
    assert not list((tmp_path / "runs").iterdir())


def test_every_stage_passed_is_a_survivor(play):
    found = play(GOOD, GOOD)
    assert (found.fate, found.stage, found.checker) == (Fate.SURVIVED, "", "")
    quick, rest = play.jobs
    assert quick.plusargs == rest.plusargs == ("+mutant=7",)
    assert (quick.env[LIMIT_VARIABLE], quick.timeout_s, quick.modules) == ("5000", 60.0, ("toy",))
    assert (LIMIT_VARIABLE in rest.env, rest.timeout_s, rest.modules) == (False, 90.0, ("toy",))
    assert quick.test_filter == r"^(?:toy\.FirstTest)$"
    assert rest.test_filter == r"^(?!(?:toy\.FirstTest)$)(?:toy\.\w+)$"


@pytest.mark.parametrize(
    ("end", "fate", "checker", "message"),
    [
        (([], (outcome(Verdict.FAIL, "KeyError: 3"),), ""), Fate.CAUGHT, "exception", "KeyError: 3"),
        (([record(passed=False)], (), ""), Fate.CAUGHT, "exception", "that the test provokes were not found"),
        (([], (), "stopped: it took longer than 60 s; the log\nends"), Fate.CLOCK, "", "took longer than 60 s"),
        (([], (), "vvp was killed by SIGSEGV; the log\nends"), Fate.CRASH, "", "vvp was killed by SIGSEGV"),
    ],
)
def test_who_ended_it_is_told_apart(play, end, fate, checker, message):
    found = play(GOOD, end)
    assert (found.fate, found.checker, found.stage) == (fate, checker, "rest")
    assert message in found.message
    assert "\n" not in found.message
