"""The process of a batch: ``python -m tb.regression.batch.worker <file> <parent>``.

It simulates, sees to it that no run takes too long, and ends with whoever started it.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tb.coverage.runs import COVERAGE_VARIABLE, HITS_VARIABLE
from tb.regression.batch.batch_file import BATCH_VARIABLE, BatchJob
from tb.regression.batch.process import END_FILE, STOPPED
from tb.regression.plan.settings import design_of, has_taps
from tb.runner.errors import UserError
from tb.runner.family.find import load_family
from tb.runner.jobs.job import CONFIG_VARIABLE, ERRATA_VARIABLE, SimJob
from tb.runner.jobs.run import run
from tb.runner.progress import Progress, WatchedProgress
from tb.runner.simulators.environment import MODULES_VARIABLE
from tb.runner.simulators.known import counted_on
from tb.runner.simulators.process import STARVED_FACTOR, CommandTimeoutError
from tb.runner.stopping import StoppedError, end_when_told, send_at_end_of_parent
from tb.whole_file import write_whole

PLAYER = "tb.environment.batch_player"
LOG_LEVEL = {False: "WARNING", True: "INFO"}
"""Of a run that is played for its waves the log is read."""
TIMER_RAN_OUT = signal.SIGPROF.name
"""In what is said of a simulation that the timer of its run has ended (`tb.environment.batch_player`)."""


@dataclass(slots=True)
class _RunWatch:
    """Ends a simulation whose results have not grown for long, although it does not use up what a run may take."""

    _results: Path
    _limit_s: float
    _size: int = -1
    _since_s: float = 0.0

    def look(self) -> None:
        """See whether a run has ended since.

        Raises:
            CommandTimeoutError: none has for too long.
        """
        size = self._results.stat().st_size if self._results.is_file() else 0
        now_s = time.monotonic()
        if size != self._size:
            self._size, self._since_s = size, now_s
        elif now_s - self._since_s > STARVED_FACTOR * self._limit_s:
            raise CommandTimeoutError(_took_longer(self._limit_s))


def play_batch(job: BatchJob) -> str:
    """Simulate a batch.

    Returns:
        What went wrong with it as a whole; empty if nothing did.

    Raises:
        UserError: the design does not compile, or a disk is full.
    """
    batch, setting = job.batch, job.batch.setting
    taps = batch.waves and has_taps(setting)
    env = {
        CONFIG_VARIABLE: setting.config,
        ERRATA_VARIABLE: setting.errata,
        BATCH_VARIABLE: str(job.write()),
        HITS_VARIABLE: "1",
        COVERAGE_VARIABLE: "",
        "COCOTB_LOG_LEVEL": LOG_LEVEL[batch.waves],
    }
    if job.tests is not None:
        env[MODULES_VARIABLE] = str(job.tests)
    simulation = SimJob(
        design=design_of(setting, taps=taps),
        sim=setting.sim,
        modules=(PLAYER,),
        seed=batch.runs[0].seed,
        run_dir=job.folder,
        plusargs=setting.plusargs,
        waves=batch.waves,
        taps=taps,
        counted=counted_on(setting.sim, job.counted),
        code=job.code,
        env=env,
    )
    watch = _RunWatch(job.results, job.limits.run_s)
    result = run(simulation, progress=WatchedProgress(watch.look, Progress()), root=job.root)
    if result.wave is not None:
        from tb.waves.write import views_of_run

        attach = None if setting.attach is None else Path(setting.attach)
        # without views, waves are there all the same
        views_of_run(result, load_family(setting.family), setting.config, attach)
    return _took_longer(job.limits.run_s) if TIMER_RAN_OUT in result.problem.partition("\n")[0] else result.problem


def _took_longer(limit_s: float) -> str:
    return f"stopped: one run took longer than {limit_s:g} s"


def main(file: str, parent: str) -> int:
    """Play the batch of a file.

    Returns:
        0, or 2 where an error of the user's, such as a full disk, keeps anything from being played.
    """
    end_when_told()
    send_at_end_of_parent(int(parent), signal.SIGTERM)
    job = BatchJob.read(Path(file))
    try:
        problem, status = play_batch(job), 0
    except UserError as error:
        problem, status = str(error), 2
    except StoppedError:
        return STOPPED
    write_whole(job.folder / END_FILE, json.dumps({"problem": problem, "status": status}))
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
