"""What regressions have left: their runs, and what they were called for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tb.regression.regression import SPENT_FILE
from tb.regression.setup import REGRESSIONS, RERUN
from tb.regression.store.played import Played, PlayedFileError, read_played
from tb.regression.store.result import DamagedResultError, RunResult
from tb.regression.store.results import FOLDER, SUFFIX
from tb.report.left_out import LeaveOut
from tb.runner.errors import UserError
from tb.runner.paths import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRegression:
    """A regression as it lies on disk.

    Attributes:
        folder: its own.
        played: what it was called for; None: nobody knows.
        results: of its runs, in the order in which batches were begun.
        spent_s: time on the wall.
        rerun: of runs that were played once more with waves, the batch there.
    """

    folder: Path
    played: Played | None
    results: tuple[RunResult, ...]
    spent_s: float
    rerun: Mapping[str, str]

    @property
    def family(self) -> str:
        """The device family; empty: nobody knows."""
        return self.played.family if self.played else self.results[0].run.setting.family if self.results else ""

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.folder.name


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRun:
    """A run, and where it was played.

    Attributes:
        result: what became of it.
        regression: which regression played it.
    """

    result: RunResult
    regression: PlayedRegression

    @property
    def tests(self) -> Path | None:
        """Folder of the user's tests; None: it was one of npuvm's own."""
        played = self.regression.played
        return Path(played.tests) if played and played.tests else None


def read_regression(folder: Path, leave_out: LeaveOut, variable: str = "RESULTS") -> PlayedRegression:
    """Read a regression; what is damaged is left out by name.

    Args:
        folder: its own.
        leave_out: gets what is left out.
        variable: that which named the folder, for the message.

    Raises:
        UserError: the folder is none of a regression.
    """
    if not (folder / FOLDER).is_dir():
        raise UserError(f"{variable}={shown(folder)}: no folder of a regression, which has a folder '{FOLDER}'")
    try:
        played = read_played(folder)
    except PlayedFileError as error:
        leave_out.add(shown(folder), str(error))
        played = None
    again = {result.run.id: result.batch for result in _results(folder / RERUN, LeaveOut())}
    results = tuple(_results(folder, leave_out))
    return PlayedRegression(folder=folder, played=played, results=results, spent_s=_spent_s(folder), rerun=again)


def last_regression(family: str, root: Path = REGRESSIONS) -> Path | None:
    """The folder of the regression of a family that was played last, if there is one."""
    folders = [path.parent for path in root.glob(f"*/{FOLDER}")]
    for folder in sorted(folders, key=_last_change, reverse=True):
        if _family(folder) == family:
            return folder
    return None


def merged(regressions: Sequence[PlayedRegression], leave_out: LeaveOut) -> tuple[PlayedRun, ...]:
    """The runs of several regressions, each once: if what became of it differs, as it failed."""
    by_id: dict[str, PlayedRun] = {}
    for regression in regressions:
        for result in regression.results:
            run = PlayedRun(result=result, regression=regression)
            before = by_id.setdefault(result.run.id, run)
            if before is run:
                continue
            if before.result.passed == result.passed:
                leave_out.add(f"runs of {regression.name}", "played in another regression of this report too")
                continue
            name = f"{result.run.test.rpartition('.')[2]}, seed {result.run.seed}"
            leave_out.add(name, "passed in one regression and failed in another; counted as failed")
            by_id[result.run.id] = run if before.result.passed else before
    return tuple(by_id.values())


def _results(folder: Path, leave_out: LeaveOut) -> list[RunResult]:
    """What a folder has of each run; of two results of one run the later one counts."""
    by_id: dict[str, RunResult] = {}
    for path in sorted((folder / FOLDER).glob(f"*{SUFFIX}")):
        for line in _lines(path, leave_out):
            try:
                result = RunResult.from_line(line)
            except DamagedResultError as error:
                leave_out.add(shown(path), str(error))
                continue
            by_id[result.run.id] = result
    return list(by_id.values())


def _lines(path: Path, leave_out: LeaveOut) -> list[str]:
    """The whole lines of a file; of one that is damaged too."""
    try:
        *lines, rest = path.read_text(errors="replace").split("\n")
    except OSError as error:
        leave_out.add(shown(path), f"cannot be read ({error.strerror})")
        return []
    if rest:
        leave_out.add(shown(path), "a last line that is not whole: it is being written, or was cut short")
    return lines


def _family(folder: Path) -> str:
    """The device family of a regression; empty: nobody knows."""
    with suppress(PlayedFileError):
        if (played := read_played(folder)) is not None:
            return played.family
    for path in sorted((folder / FOLDER).glob(f"*{SUFFIX}")):
        for line in _lines(path, LeaveOut()):
            with suppress(DamagedResultError):
                return RunResult.from_line(line).run.setting.family
    return ""


def _spent_s(folder: Path) -> float:
    try:
        return float((folder / SPENT_FILE).read_text())
    except (OSError, ValueError):
        return 0.0


def _last_change(folder: Path) -> float:
    return max((path.stat().st_mtime for path in (folder / FOLDER).glob(f"*{SUFFIX}")), default=0.0)
