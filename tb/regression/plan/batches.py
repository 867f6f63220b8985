"""Batches: runs of one setting that one process plays, so many that its start is small beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tb.regression.plan.run import Run, Setting

FOLDER = "batches"
"""Within a regression's."""
FIRST_RUNS = 4
"""Runs of a batch of which nobody knows how long they take."""
BATCH_S = 60.0
"""What a batch is to take: short enough to end soon and to lose little, long beside a simulator's start."""
MOST_RUNS = 500
RunSeconds = Callable[[Run], float | None]
"""How long a run is expected to take; None: nobody knows."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Runs for one process.

    Attributes:
        name: a name that no other batch of the regression has.
        runs: all of one setting, in the order in which they are played.
        alone: whether it is one run that another batch did not come to the end of.
        waves: whether to write waves, and what passes taps.
        again: whether it is the rest of a batch that was lost with its worker.
    """

    name: str
    runs: tuple[Run, ...]
    alone: bool = False
    waves: bool = False
    again: bool = False

    @property
    def setting(self) -> Setting:
        """What they are played on."""
        return self.runs[0].setting

    def folder(self, regression: Path) -> Path:
        """Where its process works."""
        return regression / FOLDER / self.name


class Batcher:
    """Takes runs together as they come, those of one setting into one batch.

    Args:
        seconds: how long a run is expected to take.
        number: of the first batch, for its name.
        batch_s: what a batch is to take, about.
    """

    def __init__(self, seconds: RunSeconds, number: int = 1, batch_s: float = BATCH_S) -> None:
        self._seconds, self._number, self._batch_s = seconds, number, batch_s

    def batches(self, runs: Iterable[Run]) -> Iterator[Batch]:
        """Batches of these runs; the next one is looked for when it is asked for."""
        open_runs: dict[Setting, list[Run]] = {}
        for run in runs:
            waiting = open_runs.setdefault(run.setting, [])
            waiting.append(run)
            if self._is_full(waiting):
                yield self._batch(open_runs.pop(run.setting))
        for waiting in open_runs.values():
            yield self._batch(waiting)

    def alone(self, run: Run, *, waves: bool = False) -> Batch:
        """A batch of one run."""
        return self._batch([run], alone=True, waves=waves)

    def again(self, batch: Batch, left: Sequence[Run]) -> Batch:
        """The rest of a batch that was lost with its worker, to be played in the same way."""
        return replace(self._batch(left, alone=batch.alone, waves=batch.waves), again=True)

    def _is_full(self, runs: list[Run]) -> bool:
        known = [seconds for run in runs if (seconds := self._seconds(run)) is not None]
        if len(known) < len(runs):
            return len(runs) - len(known) >= FIRST_RUNS
        return sum(known) >= self._batch_s or len(runs) >= MOST_RUNS

    def _batch(self, runs: Sequence[Run], *, alone: bool = False, waves: bool = False) -> Batch:
        name, self._number = f"{self._number:06}", self._number + 1
        return Batch(name, tuple(runs), alone=alone, waves=waves)
