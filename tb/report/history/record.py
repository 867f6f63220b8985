"""What is kept of a report: its figures, and as much of tests, failures, bins and code as a comparison needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

VERSION = 1
"""Grows with every change after which an older reader would misread a record."""
KEY_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a report is about: reports on the same are one history.

    Attributes:
        family: the device family.
        suites: those of its regressions.
        test: regular expression on ``module.name`` of the tests that are reported; empty: all.
    """

    family: str
    suites: tuple[str, ...]
    test: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What curves are drawn of.

    Attributes:
        runs: how many runs of regressions there are.
        passed: how many passed.
        known: how many failed as is known; the rest of them failed otherwise.
        layers: how many layers they played.
        wall_s: time on the wall, run by run.
        coverage: functional coverage by configuration and group: bins that were hit, and those that anything can hit.
        code: code coverage of the RTL by kind: what was reached, and what anything can reach.
        faults: planted by machine: those that a checker caught, and those that somebody should see.
        by_hand: planted by hand: those that were caught, and those that were tried.
    """

    runs: int = 0
    passed: int = 0
    known: int = 0
    layers: int = 0
    wall_s: float = 0.0
    coverage: Mapping[str, Mapping[str, tuple[int, int]]]
    code: Mapping[str, tuple[int, int]]
    faults: tuple[int, int] = (0, 0)
    by_hand: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFailure:
    """Failures of one signature.

    Attributes:
        id: that of their link, the same in each report.
        line: what to read first.
        count: how many runs failed so.
        known: whether they are known.
        tests: classes of the tests that failed so.
    """

    id: str
    line: str
    count: int
    known: bool
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptBins:
    """The bins of a group.

    Attributes:
        version: that of the group.
        hit: of each place in `Counts.vector` whether it was hit, packed.
    """

    version: str
    hit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCode:
    """What is to be reached in a file, of one kind, line by line.

    Attributes:
        lines: of each the hash of its line and of those around it, packed.
        reached: of each whether it was reached, packed.
    """

    lines: str
    reached: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What is enough of a record to draw curves.

    Attributes:
        subject: what the report is about.
        regressions: names of its regressions.
        time: when they began, the last of them; without any when the report was made: UTC, as ISO 8601 has it.
        commit: theirs, or that of the report; empty: unknown.
        figures: what curves are drawn of.
    """

    subject: Subject
    regressions: tuple[str, ...]
    time: str
    commit: str
    figures: Figures

    @property
    def when(self) -> datetime:
        """The time.

        Raises:
            ValueError: it is none.
        """
        when = datetime.fromisoformat(self.time)
        return when if when.tzinfo else when.replace(tzinfo=UTC)

    @property
    def key(self) -> str:
        """A report that is made again has the same one: on the same regressions, without any at the same commit."""
        subject = self.subject
        words = [subject.family, *subject.suites, subject.test, *(self.regressions or [self.commit])]
        return hashlib.sha256("\n".join(words).encode(errors="replace")).hexdigest()[:KEY_DIGITS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Head):
    """All that is kept of a report.

    Attributes:
        tests: the tests that count, as ``module.name``, with the configurations that they were played on.
        failures: by signature.
        bins: by configuration and group.
        code: by file and kind.
    """

    tests: Mapping[str, tuple[str, ...]]
    failures: tuple[KeptFailure, ...]
    bins: Mapping[str, Mapping[str, KeptBins]]
    code: Mapping[str, Mapping[str, KeptCode]]


def head_of(record: Record) -> Head:
    """A record without what only comparisons need."""
    return Head(
        subject=record.subject,
        regressions=record.regressions,
        time=record.time,
        commit=record.commit,
        figures=record.figures,
    )
