"""A test module for cocotb: one test for each run of a batch that has no result yet, then one for each that follows.

What follows a batch's runs depends on what became of them, and a simulator takes longer to start than to play them.
"""

from __future__ import annotations

import logging
import os
import resource
import signal
import time
import traceback
from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path

import cocotb
from cocotb.triggers import Trigger
from pyuvm import uvm_root

from tb.outcome.record import RECORDS_FILE, RUN_DIR_VARIABLE, read_records
from tb.regression.batch.batch_file import BatchJob
from tb.regression.plan.run import Run
from tb.regression.store.result import RunResult
from tb.regression.store.results import finished_runs
from tb.runner.jobs.job import KNOBS_VARIABLE
from tb.seeds import SEED_VARIABLE
from tb.whole_file import append_line

MB = 1 << 20
KB_A_MB = 1 << 10
LOGGERS = "uvm."
"""How names of loggers of pyuvm's begin, of which each component has its own."""
LOOK_S = 0.01


class _Player:
    """Plays the runs of a batch and writes down what becomes of each."""

    def __init__(self, job: BatchJob) -> None:
        self._job = job
        self._records = Path(os.environ[RUN_DIR_VARIABLE]) / RECORDS_FILE

    def tests(self) -> dict[str, object]:
        """A test of cocotb's for each run that is still to be played, by a name for it."""
        done = finished_runs(self._job.results)
        left = [run for run in self._job.batch.runs if run.id not in done]
        named: dict[str, object] = {f"run_{run.id}": cocotb.test(name=run.id)(self._test(run)) for run in left}
        later = (f"later_{number}" for number in range(self._job.later_at_most))
        return named | {name: cocotb.test(name=name)(self._later(name, at)) for at, name in enumerate(later)}

    def _test(self, run: Run) -> Callable[[object], Coroutine[Trigger, None, None]]:
        async def play(_dut: object) -> None:
            await self._play(run)

        play.__name__ = play.__qualname__ = f"run_{run.id}"
        return play

    def _later(self, name: str, number: int) -> Callable[[object], Coroutine[Trigger, None, None]]:
        """A test that waits until a run more is asked for."""

        async def play(_dut: object) -> None:
            while len(asked := self._job.later_runs()) <= number:
                time.sleep(LOOK_S)  # nothing moves meanwhile; whoever started this process ends it
            await self._play(asked[number])

        play.__name__ = play.__qualname__ = name
        return play

    async def _play(self, run: Run) -> None:
        """Play one run; that it fails is no concern of cocotb's, which goes on with the next one either way."""
        os.environ[SEED_VARIABLE], os.environ[KNOBS_VARIABLE] = str(run.seed), run.knob_words
        self._records.unlink(missing_ok=True)
        wall_s, cpu_s, problem = time.monotonic(), time.process_time(), ""
        module, _, name = run.test.rpartition(".")
        signal.setitimer(signal.ITIMER_PROF, self._job.limits.run_s)  # its signal ends the process
        try:
            await uvm_root().run_test(getattr(import_module(module), name))
        except Exception as error:
            problem = "".join(traceback.format_exception(error))
        signal.setitimer(signal.ITIMER_PROF, 0)
        records = read_records(self._records.parent)
        record = records[-1] if records else None
        result = RunResult(
            run=run,
            batch=self._job.batch.name,
            record=record,
            problem=_without_record(problem) if record is None else "",
            wall_s=round(time.monotonic() - wall_s, 3),
            cpu_s=round(time.process_time() - cpu_s, 3),
            peak_mb=round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KB_A_MB, 1),
            alone=self._job.batch.alone,
        )
        append_line(self._job.results, result.to_line())
        _forget_loggers()


def _without_record(problem: str) -> str:
    """The error of a test that did not come to its end: what it is first, then where it was."""
    return "\n".join([problem.strip().rpartition("\n")[2], problem]) if problem else "it wrote no record"


def _forget_loggers() -> None:
    """Forget the loggers of a run's components: Python keeps them, and looks at all whenever a level is set."""
    loggers = logging.Logger.manager.loggerDict
    for name in [name for name in loggers if name.startswith(LOGGERS)]:
        del loggers[name]


def _bound(job: BatchJob) -> None:
    """Let this process neither take more memory nor write longer files than it may."""
    for what, limit_mb in ((resource.RLIMIT_AS, job.limits.memory_mb), (resource.RLIMIT_FSIZE, job.limits.output_mb)):
        _, most = resource.getrlimit(what)
        limit = limit_mb * MB if most == resource.RLIM_INFINITY else min(limit_mb * MB, most)
        resource.setrlimit(what, (limit, most))


_JOB = BatchJob.from_environment()
_bound(_JOB)
globals().update(_Player(_JOB).tests())
