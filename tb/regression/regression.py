"""A regression: runs that are still to be played go to an engine in batches, until there are none or it shall end.

What became of a run is on disk before anybody here hears of it, so a regression that was stopped or killed goes on
where it was.
"""

from __future__ import annotations

import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tb.code_coverage.counted import Counted
from tb.code_coverage.recorded import CODE_FOLDER, SUFFIX
from tb.regression.batch.batch_file import BatchJob, BatchLimits
from tb.regression.batch.process import Ended
from tb.regression.engines.engine import Engine
from tb.regression.known import KnownFailure, is_known
from tb.regression.plan.batches import BATCH_S, Batch, Batcher
from tb.regression.plan.run import Run
from tb.regression.store.result import RunResult
from tb.regression.store.results import Results
from tb.regression.times import RunTimes
from tb.runner.errors import UserError
from tb.whole_file import write_whole

SPENT_FILE = "spent_s"
SPENT_EACH_S = 2.0


class View(Protocol):
    """Who watches a regression."""

    def result(self, result: RunResult) -> None:
        """A run has ended."""

    def say(self, line: str) -> None:
        """Something happened that a person should know."""

    def tick(self, running: int) -> None:
        """Time goes on; so many batches run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a regression lies.

    Attributes:
        folder: its own.
        builds: that of all builds.
        tests: that of tests of the user's, if they are not npuvm's.
        counted: what of the RTL's code is counted.
    """

    folder: Path
    builds: Path
    tests: Path | None = None
    counted: Counted = Counted.NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """When a regression ends, beside having played all its runs.

    Attributes:
        seconds: time on the wall, that of earlier calls included; None: any.
        failures: after so many failures in this call, known ones not counted; None: any.
        known: failures that are known.
        batch_s: what a batch is to take, about.
        limits: what each batch may take.
    """

    seconds: float | None = None
    failures: int | None = None
    known: Sequence[KnownFailure] = ()
    batch_s: float = BATCH_S
    limits: BatchLimits = field(default_factory=BatchLimits)


class Regression:
    """Plays runs.

    Attributes:
        results: what is known of them.

    Args:
        place: where all of it goes, and where builds are.
        runs: what to play; those that have a result are left out.
        engine: plays batches.
        times: how long runs take.
        bounds: when to end before.
        view: is told of all that happens.
        waves: whether to play each run by itself, with waves and taps.
    """

    def __init__(
        self,
        place: Place,
        *,
        runs: Callable[[], Iterator[Run]],
        engine: Engine,
        times: RunTimes,
        bounds: Bounds,
        view: View,
        waves: bool = False,
    ) -> None:
        self.results = Results(place.folder)
        self._place, self._folder = place, place.folder
        self._engine, self._times, self._bounds, self._view = engine, times, bounds, view
        self._batcher = Batcher(times.expected_s, self.results.next_number, bounds.batch_s)
        self._waves = waves
        self._batches = self._planned(runs)
        self._once_more: deque[Batch] = deque()
        self._running: dict[str, Batch] = {}
        self._begun_s, self._spent_before_s = time.monotonic(), self._read_spent()
        self._failures, self._told, self._written_s = 0, 0, self._begun_s

    @property
    def spent_s(self) -> float:
        """Time on the wall, that of earlier calls included."""
        return self._spent_before_s + time.monotonic() - self._begun_s

    def play(self) -> None:
        """Play what is left.

        Raises:
            UserError: nothing more can be played, such as on a full disk.
            KeyboardInterrupt: the user ends it; what has ended is kept.
        """
        try:
            while self._fill():
                for ended in self._engine.wait():
                    self._ended(ended)
                self._look()
                if self._is_over:
                    break
        finally:
            self._engine.stop()
            self._look()
            self._times.save()
            self._write_spent()

    @property
    def _is_over(self) -> bool:
        bounds = self._bounds
        return (bounds.seconds is not None and self.spent_s >= bounds.seconds) or (
            bounds.failures is not None and self._failures >= bounds.failures
        )

    def _planned(self, runs: Callable[[], Iterator[Run]]) -> Iterator[Batch]:
        left = (run for run in runs() if run.id not in self.results.by_id)
        if self._waves:
            return (self._batcher.alone(run, waves=True) for run in runs())
        return self._batcher.batches(left)

    def _fill(self) -> bool:
        """Give the engine what it can take.

        Returns:
            Whether anything runs.
        """
        while self._engine.free > 0:
            batch = self._once_more.popleft() if self._once_more else next(self._batches, None)
            if batch is None:
                break
            job = BatchJob(
                batch=batch,
                results=self.results.file(batch),
                folder=batch.folder(self._folder),
                root=self._place.builds,
                limits=self._bounds.limits,
                tests=self._place.tests,
                counted=self._place.counted,
                code=self._folder / CODE_FOLDER / f"{batch.name}{SUFFIX}",
            )
            self._running[batch.name] = batch
            self._engine.start(job)
        return bool(self._running)

    def _look(self) -> None:
        """See what batches have written since."""
        for batch in self._running.values():
            self._hear(batch)
        for line in (*self.results.damaged[self._told :], *self._engine.news()):
            self._view.say(line)
        self._told = len(self.results.damaged)
        if time.monotonic() - self._written_s > SPENT_EACH_S:
            self._write_spent()
        self._view.tick(len(self._running))

    def _hear(self, batch: Batch) -> None:
        for result in self.results.news(batch):
            self._tell(result)

    def _tell(self, result: RunResult) -> None:
        self._failures += not result.passed and not is_known(result, self._bounds.known)
        self._times.learn(result)
        self._view.result(result)

    def _ended(self, ended: Ended) -> None:
        """A batch's process has ended."""
        batch = self._running.pop(ended.name)
        self._hear(batch)
        if ended.fatal:
            raise UserError(ended.problem)
        left = [run for run in batch.runs if run.id not in self.results.by_id]
        if left:
            self._play_again(batch, left, ended)
        elif not self._waves:
            shutil.rmtree(batch.folder(self._folder), ignore_errors=True)

    def _play_again(self, batch: Batch, left: Sequence[Run], ended: Ended) -> None:
        """Of runs that have no result: together if their worker was lost, else by themselves, each of these once."""
        problem = ended.problem or "its process ended before the run did"
        first = problem.partition("\n")[0]
        if ended.lost and not batch.again:
            self._view.say(f"batch {batch.name}: {first}; {len(left)} of its runs are played again")
            self._once_more.append(self._batcher.again(batch, left))
        elif not batch.alone:
            self._view.say(f"batch {batch.name}: {first}; {len(left)} of its runs are played again, one by one")
            self._once_more.extend(self._batcher.alone(run) for run in left)
        else:
            for run in left:
                result = RunResult(run=run, batch=batch.name, problem=problem, alone=True)
                self.results.add_lost(batch, result)
                self._tell(result)

    def _read_spent(self) -> float:
        try:
            return float((self._folder / SPENT_FILE).read_text())
        except (FileNotFoundError, ValueError):
            return 0.0

    def _write_spent(self) -> None:
        self._written_s = time.monotonic()
        write_whole(self._folder / SPENT_FILE, f"{self.spent_s:.1f}")
