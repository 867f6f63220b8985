"""One fault, through the stages that look for it."""

from __future__ import annotations

import resource
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tb.findings import Severity
from tb.mutation.campaign.campaign import Fate, FaultOutcome
from tb.mutation.faults.plant import PLUSARG
from tb.outcome.record import TestRecord, read_records
from tb.outcome.results import Verdict
from tb.runner.design import Design
from tb.runner.family.mutation import TrialStage
from tb.runner.jobs.job import CONFIG_VARIABLE, LIMIT_VARIABLE, SimJob, SimResult
from tb.runner.jobs.run import run
from tb.runner.progress import WatchedProgress

EXCEPTION = "exception"
"""In the place of a checker: a test failed without a finding."""
STOPPED = "stopped: it took longer"
"""How a simulation ends that took too long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a stage may take.

    Attributes:
        sim_ns: simulated time of each of its tests; None is without end.
        cpu_s: processor time of all of them.
    """

    sim_ns: float | None
    cpu_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialBench:
    """What all faults of a campaign are tried on.

    Attributes:
        designs: the design with all faults, by what answers its memory ports.
        sim: the simulator's name.
        config: the hardware configuration.
        seed: the tests' seed.
        folder: where the folders of simulations go.
    """

    designs: Mapping[str, Design]
    sim: str
    config: str
    seed: int
    folder: Path


class FailedTestError(BaseException):
    """A test has failed: nobody needs to know how the others end."""


def job_of(bench: TrialBench, stage: TrialStage, number: int, limits: Limits) -> SimJob:
    """The simulation of a stage with a fault selected."""
    env = {CONFIG_VARIABLE: bench.config}
    if limits.sim_ns is not None:
        env[LIMIT_VARIABLE] = f"{limits.sim_ns:.0f}"
    return SimJob(
        design=bench.designs[stage.memory],
        sim=bench.sim,
        modules=stage.modules,
        seed=bench.seed,
        run_dir=bench.folder / f"{number}-{stage.name}",
        test_filter=stage.test_filter,
        env=env,
        plusargs=(f"+{PLUSARG}={number}", *stage.plusargs),
        timeout_s=limits.cpu_s,
    )


def try_fault(
    bench: TrialBench,
    number: int,
    stages: tuple[TrialStage, ...],
    limits: Mapping[TrialStage, Limits],
    tick: Callable[[], None],
) -> FaultOutcome:
    """Play a fault's stages until a test fails; what the simulations left is deleted."""
    start_s, start_cpu_s = time.monotonic(), _children_cpu_s()
    outcome = FaultOutcome(number=number, fate=Fate.SURVIVED)
    for stage in stages:
        outcome = replace(_play(job_of(bench, stage, number, limits[stage]), number, tick), stage=stage.name)
        if outcome.fate is not Fate.SURVIVED:
            break
    stage_name = outcome.stage if outcome.fate is not Fate.SURVIVED else ""
    wall_s, cpu_s = time.monotonic() - start_s, _children_cpu_s() - start_cpu_s
    return replace(outcome, stage=stage_name, wall_s=round(wall_s, 2), cpu_s=round(cpu_s, 2))


def first_failed(run_dir: Path) -> TestRecord | None:
    """The first record of a run that failed."""
    return next((record for record in read_records(run_dir) if not record.passed), None)


def _children_cpu_s() -> float:
    """What simulations of this process have used so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _play(job: SimJob, number: int, tick: Callable[[], None]) -> FaultOutcome:
    """Simulate until the first test has failed."""

    def look() -> None:
        tick()
        if first_failed(job.run_dir) is not None:
            raise FailedTestError

    shutil.rmtree(job.run_dir, ignore_errors=True)
    try:
        result = run(job, progress=WatchedProgress(look))
    except FailedTestError:
        result = None
    failed = first_failed(job.run_dir)
    outcome = _outcome_of(number, result) if failed is None else _caught(number, failed)
    shutil.rmtree(job.run_dir, ignore_errors=True)
    return outcome


def _caught(number: int, record: TestRecord) -> FaultOutcome:
    error = next((finding for finding in record.findings if finding.severity is Severity.ERROR), None)
    return FaultOutcome(
        number=number,
        fate=Fate.CAUGHT,
        checker=error.kind if error else EXCEPTION,
        message=error.message if error else "the errors that the test provokes were not found",
        test=record.name,
        sim_time_ns=record.sim_time_ns,
    )


def _outcome_of(number: int, result: SimResult | None) -> FaultOutcome:
    """The outcome of a simulation none of whose records failed."""
    assert result is not None, "a simulation is stopped only by a failed record"
    for test in result.tests:
        if test.verdict is Verdict.FAIL:
            return FaultOutcome(
                number=number,
                fate=Fate.CAUGHT,
                checker=EXCEPTION,
                message=test.message,
                test=test.full_name,
                sim_time_ns=test.sim_time_ns,
            )
    if result.problem:
        fate = Fate.CLOCK if result.problem.startswith(STOPPED) else Fate.CRASH
        return FaultOutcome(number=number, fate=fate, message=result.problem.splitlines()[0])
    return FaultOutcome(number=number, fate=Fate.SURVIVED)
