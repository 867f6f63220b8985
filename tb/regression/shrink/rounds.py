"""Some runs at a time, each with its result in the end, played by simulators that stay for those that follow."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tb.regression.batch.batch_file import BatchJob, BatchLimits
from tb.regression.batch.process import Ended
from tb.regression.engines.local import LocalEngine
from tb.regression.plan.batches import Batch
from tb.regression.plan.run import Run
from tb.regression.store.result import RunResult
from tb.regression.store.results import Results
from tb.runner.errors import UserError

FEW = 3
"""Runs for which it is not worth while to start a simulator more."""
LATER_AT_MOST = 2000
"""Runs that one simulator plays."""
LONGEST_S = 300.0
"""What a run may take, and how long a simulator may wait for the next one."""
LOOK_S, ALIVE_S = 0.02, 1.0
"""From one look for results to the next, and for simulators that have ended."""


@dataclass(slots=True)
class _Server:
    """A simulator that plays runs as they are asked for.

    Attributes:
        job: what it was given.
        waiting: the runs that it has not played, the next one first.
        played: how many it has.
    """

    job: BatchJob
    waiting: list[Run] = field(default_factory=list)
    played: int = 0


class Rounds:
    """Plays runs of one setting.

    Args:
        folder: where results and batches lie.
        builds: folder of all builds.
        jobs: how many simulators there are at a time, on this machine.
        tests: folder of the user's tests; None: they are npuvm's.
    """

    def __init__(self, folder: Path, *, builds: Path, jobs: int, tests: Path | None = None) -> None:
        self._folder, self._builds, self._jobs, self._tests = folder, builds, jobs, tests
        self._engine = LocalEngine(jobs)
        self._results = Results(folder)
        self._number = self._results.next_number
        self._servers: dict[str, _Server] = {}

    def play(self, runs: Sequence[Run]) -> list[RunResult]:
        """Play runs that have no result yet; one whose process ended before it did is played once more.

        Returns:
            A result for each, in their order.

        Raises:
            UserError: nothing can be played, such as on a full disk.
        """
        left = [run for run in dict.fromkeys(runs) if run.id not in self._results.by_id]
        count = max(1, min(self._jobs, -(-len(left) // FEW)))
        for at in range(count):
            self._ask(at, left[at::count])
        again: set[str] = set()
        looked_s = time.monotonic()
        while any(server.waiting for server in self._servers.values()):
            for server in self._servers.values():
                self._listen(server)
            time.sleep(LOOK_S)
            if time.monotonic() - looked_s > ALIVE_S:
                self._look(again)
                looked_s = time.monotonic()
        return [self._results.by_id[run.id] for run in runs]

    def close(self) -> None:
        """End all simulators."""
        self._engine.stop()
        for server in self._servers.values():
            shutil.rmtree(server.job.folder, ignore_errors=True)
        self._servers.clear()

    def _ask(self, number: int, runs: Sequence[Run]) -> None:
        """Have the simulator of a number play runs; it is started if it is not there, or if it has played too many."""
        servers = list(self._servers.values())
        if number < len(servers) and servers[number].played + len(runs) < LATER_AT_MOST:
            for run in runs:
                servers[number].job.ask(run)
            servers[number].waiting += runs
        elif runs:
            self._start(runs)

    def _start(self, runs: Sequence[Run]) -> None:
        batch = Batch(f"{self._number:06}", tuple(runs))
        self._number += 1
        job = BatchJob(
            batch=batch,
            results=self._results.file(batch),
            folder=batch.folder(self._folder),
            root=self._builds,
            limits=BatchLimits(run_s=LONGEST_S),
            tests=self._tests,
            later_at_most=LATER_AT_MOST,
        )
        self._servers[batch.name] = _Server(job, list(runs))
        self._engine.start(job)

    def _listen(self, server: _Server) -> None:
        """Take the results that have come."""
        for result in self._results.news(server.job.batch):
            server.played += 1
            server.waiting = [run for run in server.waiting if run.id != result.run.id]

    def _look(self, again: set[str]) -> None:
        """See which simulators have ended."""
        for ended in self._engine.wait():
            server = self._servers.pop(ended.name)
            if ended.fatal:
                raise UserError(ended.problem)
            self._take_over(server, ended, again)

    def _take_over(self, server: _Server, ended: Ended, again: set[str]) -> None:
        """Play what a simulator that has ended did not; the run that ended it twice is given up.

        If it was ended from outside, that is no result of the run: in a later call it is played again.
        """
        self._listen(server)
        shutil.rmtree(server.job.folder, ignore_errors=True)
        if not server.waiting:
            return
        first = server.waiting[0]
        if first.id in again:
            problem = ended.problem or "its process ended before the run did"
            result = RunResult(run=first, batch=server.job.batch.name, problem=problem, alone=True)
            if ended.lost:
                self._results.by_id[first.id] = result
            else:
                self._results.add_lost(server.job.batch, result)
            server.waiting.pop(0)
        again.add(first.id)
        if server.waiting:
            self._start(server.waiting)
