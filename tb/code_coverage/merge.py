"""What thousands of runs of any builds have reached, added up by point and test."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tb.code_coverage.made_of import MissedSignal
from tb.code_coverage.points import Point
from tb.code_coverage.recorded import CodeFileError, CodeRun, PointsFile, points_path, runs_of

LeaveOut = Callable[[str, str], None]
"""Is told what is left out, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedCode:
    """What was reached.

    Attributes:
        points: all points of all builds; the same one of several builds once.
        tests: tests that passed, as ``module.name``.
        hits: (tests, points) int64, how often each test reached each point, in all its runs and all instances.
        runs: how many runs there are.
        designs: of which designs.
        configs: of which hardware configurations; a design that has none is not among them.
        missed: signals that the tool leaves out.
    """

    points: tuple[Point, ...]
    tests: tuple[str, ...]
    hits: NDArray[np.int64]
    runs: int
    designs: tuple[str, ...]
    configs: tuple[str, ...]
    missed: tuple[MissedSignal, ...]


def merge_code(records: Iterable[Path], leave_out: LeaveOut, root: Path) -> ReachedCode:
    """Add up records, those of other checkouts too, each run once.

    What is damaged, or of sources that have changed since, is left out by name.

    Args:
        records: files of runs.
        leave_out: is told of it.
        root: what the paths of sources are relative to.
    """
    merging = _Merging(leave_out, root)
    for record in records:
        try:
            for run in runs_of(record):
                merging.add(record, run)
        except OSError as error:
            leave_out(str(record), f"cannot be read ({error.strerror})")
    return merging.reached()


class _Merging:
    """Adds up runs build by build, then builds point by point."""

    def __init__(self, leave_out: LeaveOut, root: Path) -> None:
        self._leave_out, self._root = leave_out, root
        self._builds: dict[str, PointsFile] = {}
        self._names: dict[str, str | None] = {}
        self._alike: dict[object, str] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._sums: dict[tuple[str, str], NDArray[np.int64]] = {}
        self._hashes: dict[str, str] = {}
        self._runs = 0
        self._configs: dict[str, None] = {}

    def add(self, record: Path, run: CodeRun | CodeFileError) -> None:
        """Add a run of a record."""
        if isinstance(run, CodeFileError):
            self._leave_out(str(record), str(run))
            return
        name = self._name(record, run.points)
        if name is None or not run.passed:
            return
        build = self._builds[name]
        if len(run.places) and run.places[-1] >= len(build.points):
            self._leave_out(str(record), "a run that reaches points which its build does not have")
            return
        identity = (name, run.config, run.test, run.seed, run.knobs, _sums(run))
        if identity in self._seen:
            return  # it was played on two machines
        self._seen.add(identity)
        total = self._sums.setdefault((name, run.test), np.zeros(len(build.points), np.int64))
        total[run.places] += run.hits
        self._runs += 1
        self._configs[run.config] = None

    def reached(self) -> ReachedCode:
        """All of it."""
        numbers: dict[Point, int] = {}
        tests = {test: number for number, test in enumerate(dict.fromkeys(test for _, test in self._sums))}
        used = {name: build for name, build in self._builds.items() if any(name == of for of, _ in self._sums)}
        places = {name: self._places(build, numbers) for name, build in used.items()}
        hits = np.zeros((len(tests), len(numbers)), np.int64)
        for (name, test), total in self._sums.items():
            kept = places[name] >= 0
            np.add.at(hits[tests[test]], places[name][kept], total[kept])
        return ReachedCode(
            points=tuple(numbers),
            tests=tuple(tests),
            hits=hits,
            runs=self._runs,
            designs=tuple(dict.fromkeys(build.made_of.design for build in used.values())),
            configs=tuple(filter(None, self._configs)),
            missed=tuple(dict.fromkeys(signal for build in used.values() for signal in build.made_of.missed)),
        )

    def _name(self, record: Path, points: str) -> str | None:
        """What the build of a record's points is called here; None: it cannot be read, which was said.

        The same build of another checkout has points of another name, as absolute paths are in it.
        """
        if points not in self._names:
            path = points_path(record, points)
            try:
                build = PointsFile.read(path)
            except CodeFileError as error:
                self._leave_out(str(path), str(error))
                self._names[points] = None
                return None
            content = (build.points, frozenset(build.made_of.sources.items()))
            self._names[points] = name = self._alike.setdefault(content, points)
            self._builds.setdefault(name, build)
        return self._names[points]

    def _places(self, build: PointsFile, numbers: dict[Point, int]) -> NDArray[np.int64]:
        """Where the points of a build are among all points; -1: its source is another one now."""
        changed = {
            file for file in {point.file for point in build.points} if self._has_changed(file, build.made_of.sources)
        }
        for file in sorted(changed):
            self._leave_out(file, "has changed since tests reached it; run them again")
        return np.array(
            [-1 if point.file in changed else numbers.setdefault(point, len(numbers)) for point in build.points],
            np.int64,
        )

    def _has_changed(self, file: str, sources: Mapping[str, str]) -> bool:
        if file not in self._hashes:
            path = self._root / file
            self._hashes[file] = content_hash(path) if path.is_file() else ""
        return sources.get(file) != self._hashes[file]


def content_hash(path: Path) -> str:
    """A hash of a file's contents."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sums(run: CodeRun) -> tuple[int, int]:
    """The same for the same run; another one for what a record does not say, such as plusargs, if it matters."""
    return int(run.hits.sum()), int(run.hits @ run.places)
