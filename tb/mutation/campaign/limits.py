"""How long each stage may take, from what its tests take without a fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from tb.mutation.campaign.trial import Limits, TrialBench, job_of
from tb.runner.errors import UserError
from tb.runner.family.mutation import TrialStage
from tb.runner.jobs.job import SimResult
from tb.runner.jobs.run import run
from tb.runner.progress import WatchedProgress

NO_FAULT = 0
SIM_FACTOR = 3.0
"""A test that takes more than so many times the simulated time of the stage's longest one does not end."""
LEAST_SIM_NS = 200_000.0
"""The bench's own watchdogs shall speak first."""
CPU_FACTOR = 10.0
LEAST_CPU_S = 60.0
UNLIMITED = Limits(None, 3600.0)

Times = Mapping[str, tuple[float, float]]
"""By test: its simulated time in ns, and its time on the wall in s."""


def together(stages: Sequence[TrialStage], memory: str) -> TrialStage | None:
    """All tests of some stages that have the same memory, as one stage; None if there is none."""
    chosen = [stage for stage in stages if stage.memory == memory]
    if not chosen:
        return None
    tests = dict.fromkeys(test for stage in chosen for test in stage.tests)
    modules = dict.fromkeys(module for stage in chosen for module in stage.whole_modules)
    return TrialStage(name=f"no-fault-{memory}", tests=tuple(tests), memory=memory, whole_modules=tuple(modules))


def measure(bench: TrialBench, stage: TrialStage, tick: Callable[[], None]) -> Times:
    """What a stage's tests take without a fault.

    Raises:
        UserError: one of them fails.
    """
    result = run(job_of(bench, stage, NO_FAULT, UNLIMITED), progress=WatchedProgress(tick))
    if not result.passed:
        raise UserError(f"the tests fail without a fault, {_why(result)}: put that right first; log {result.log}")
    return {test.full_name: (test.sim_time_ns, test.wall_s) for test in result.tests}


def limits_of(stage: TrialStage, times: Times) -> Limits:
    """A stage's limits."""
    own = [time for test, time in times.items() if re.match(stage.test_filter, test)]
    longest_ns, wall_s = max(sim_ns for sim_ns, _ in own), sum(wall_s for _, wall_s in own)
    return Limits(max(LEAST_SIM_NS, SIM_FACTOR * longest_ns), max(LEAST_CPU_S, CPU_FACTOR * wall_s))


def _why(result: SimResult) -> str:
    failed = [record.name for record in result.records if not record.passed]
    return " ".join([*failed[:1], *result.problem.splitlines()[:1]]) or "one of them"
