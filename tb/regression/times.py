"""How long runs take, from those that were played before."""

from __future__ import annotations

import json
from pathlib import Path

from tb.regression.plan.run import Run
from tb.regression.store.result import RunResult
from tb.whole_file import write_whole

FRESH = 0.2
"""How much a new time counts beside all before it."""


class RunTimes:
    """Seconds by kind of run, kept in a file from one regression to the next.

    Args:
        path: the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seconds: dict[str, float] = {}
        if path.is_file():
            try:
                self._seconds = {str(kind): float(value) for kind, value in json.loads(path.read_text()).items()}
            except (ValueError, AttributeError, TypeError):
                self._seconds = {}  # it is measured anew

    def expected_s(self, run: Run) -> float | None:
        """How long a run is expected to take; None: nobody knows."""
        return self._seconds.get(_kind(run))

    def learn(self, result: RunResult) -> None:
        """A run has ended."""
        kind = _kind(result.run)
        before = self._seconds.get(kind, result.wall_s)
        self._seconds[kind] = round(before + FRESH * (result.wall_s - before), 4)

    def save(self) -> None:
        """Keep what was learnt."""
        write_whole(self._path, json.dumps(self._seconds, indent=0))


def _kind(run: Run) -> str:
    setting = run.setting
    words = (setting.family, Path(setting.config).stem, setting.sim, setting.memory, setting.attach or "", run.test)
    return " ".join([*words, run.knob_words])
