"""Runs played on the reference device alone, of which the most promising one is simulated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tb.regression.close.device import Foresight
from tb.regression.close.ledger import Ledger, Places
from tb.regression.plan.run import Run

AT_ONCE = 24
"""Runs of which the best one is taken; the others wait."""
SHORTEST_S = 0.05


@dataclass(frozen=True, slots=True)
class DrawnRun:
    """A run that was played on the device alone.

    Attributes:
        kind: number of its kind.
        run: the run.
        places: the bins that it hits there.
        cpu_s: the time that it took there.
    """

    kind: int
    run: Run
    places: Places
    cpu_s: float


class DrawnRuns:
    """The runs that wait, and what was spent on them.

    Attributes:
        count: how many runs were drawn.
        layers: how many layers these had.
        cpu_s: the processor time that they took.
        wasted_s: the part of it that went into runs which promise nothing.
        worthless: how many of the last ones in a row promised nothing new.
        problem: why the last one that could not be played so could not be; empty if all could.

    Args:
        runs: those to draw, each with the number of its kind; they never end.
        ledger: says what a run is worth.
        device: plays them.
    """

    def __init__(self, runs: Iterator[tuple[int, Run]], ledger: Ledger, device: Foresight) -> None:
        self._runs, self._ledger, self._device = runs, ledger, device
        self._waiting: list[DrawnRun] = []
        self.count, self.layers, self.cpu_s, self.wasted_s, self.worthless, self.problem = 0, 0, 0.0, 0.0, 0, ""

    def take(self) -> DrawnRun | None:
        """The run that promises most new bins for its time; None: all that were drawn promise none."""
        for _ in range(AT_ONCE - len(self._waiting)):
            self._draw()
        waited, self._waiting = self._waiting, [one for one in self._waiting if self._ledger.worth(one.places)]
        self.wasted_s += sum(one.cpu_s for one in waited) - sum(one.cpu_s for one in self._waiting)
        if not self._waiting:
            return None
        best = max(self._waiting, key=lambda one: self._ledger.worth(one.places) / max(one.cpu_s, SHORTEST_S))
        self._waiting.remove(best)
        return best

    def _draw(self) -> None:
        kind, run = next(self._runs)
        foreseen = self._device.foresee(run)
        self.count, self.layers = self.count + 1, self.layers + foreseen.layers
        self.cpu_s += foreseen.cpu_s
        self.problem = foreseen.problem or self.problem
        places = self._ledger.places(run.setting.config, foreseen.hits)
        self._ledger.foresee(places)
        if self._ledger.worth(places):
            self._waiting.append(DrawnRun(kind, run, places, foreseen.cpu_s))
            self.worthless = 0
        else:
            self.worthless += 1
            self.wasted_s += foreseen.cpu_s
