"""The results of a regression: a file for each batch, to which each run is added when it has ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tb.regression.plan.batches import FOLDER as BATCHES
from tb.regression.plan.batches import Batch
from tb.regression.store.result import DamagedResultError, RunResult
from tb.runner.paths import shown
from tb.whole_file import append_line, complete_lines

FOLDER = "results"
SUFFIX = ".jsonl"
LOST = "-lost"
"""Of the file of what is said of a batch's runs that did not end: the batch itself may have left its own in the middle
of a line."""


def finished_runs(file: Path) -> frozenset[str]:
    """The ids of the runs that have a whole result in a file, which need not be there."""
    ids = set()
    for line in complete_lines(file):
        with suppress(DamagedResultError):
            ids.add(RunResult.from_line(line).run.id)
    return frozenset(ids)


class Results:
    """What is known of a regression's runs: read once, then as it grows.

    Attributes:
        by_id: the results by the id of their runs; of two of one run the later one counts.
        damaged: one line for each result that could not be read: its run is played again.

    Args:
        regression: the regression's folder.
    """

    def __init__(self, regression: Path) -> None:
        self.by_id: dict[str, RunResult] = {}
        self.damaged: list[str] = []
        self._folder, self._batches = regression / FOLDER, regression / BATCHES
        self._folder.mkdir(parents=True, exist_ok=True)
        self._read_bytes: dict[Path, int] = {}
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            for _ in self._news(path):
                pass

    @property
    def next_number(self) -> int:
        """A number for a batch's name, greater than all that were used."""
        used = [path.stem.removesuffix(LOST) for path in self._folder.glob(f"*{SUFFIX}")]
        used += [path.name for path in self._batches.glob("[0-9]*")]  # one of them may still be played somewhere
        return max(map(int, used), default=0) + 1

    def file(self, batch: Batch) -> Path:
        """Where a batch adds its results."""
        return self._folder / f"{batch.name}{SUFFIX}"

    def news(self, batch: Batch) -> Iterator[RunResult]:
        """What a batch has added since the last look."""
        return self._news(self.file(batch))

    def add_lost(self, batch: Batch, result: RunResult) -> None:
        """Add what a batch itself could not, since its run did not end."""
        path = self._folder / f"{batch.name}{LOST}{SUFFIX}"
        append_line(path, result.to_line())
        for _ in self._news(path):
            pass

    def _news(self, path: Path) -> Iterator[RunResult]:
        for line in self._new_lines(path):
            try:
                result = RunResult.from_line(line)
            except DamagedResultError as error:
                self.damaged.append(f"{shown(path)}: {error}; its run is played again")
                continue
            self.by_id[result.run.id] = result
            yield result

    def _new_lines(self, path: Path) -> list[str]:
        """The whole lines that were added since the last look."""
        begin = self._read_bytes.get(path, 0)
        try:
            with path.open("rb") as file:
                file.seek(begin)
                added = file.read()
        except FileNotFoundError:
            return []
        whole = added[: added.rfind(b"\n") + 1]
        self._read_bytes[path] = begin + len(whole)
        return whole.decode(errors="replace").splitlines()
