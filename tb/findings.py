"""What a check found wrong: collected while a test runs, checked at its end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

KEEP_OF_A_KIND = 20
"""Findings of one kind about one register, port or unit that are kept."""
NOT_MODELLED = "not-modelled"
"""The kind of what the reference cannot compute: it ends the test, and is its first line."""
_NUMBER = re.compile(r"(?<!\w)(?:0x[0-9a-f]+|\d[\d.,]*)")


class Severity(StrEnum):
    """How bad a finding is: an error fails the test, a warning is reported."""

    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found, once or again and again.

    Attributes:
        kind: short stable name of the check, such as ``wrong-data``; equal kinds are counted together.
        message: what differs and where, in the user's terms, on one line; of repeats, the first one's.
        time_ns: time of the (first) observation, since the test's reset began.
        details: further lines: the configuration that produced it, addresses, bytes.
        count: how often it was found; messages that differ in numbers alone are repeats.
        last_ns: time of the last observation, where there were several.
        about: the register, port or unit that it is about; empty: it tells none. Each has a line of its own.
    """

    kind: str
    message: str
    time_ns: float = 0.0
    severity: Severity = Severity.ERROR
    details: tuple[str, ...] = ()
    count: int = 1
    last_ns: float | None = None
    about: str = ""

    @property
    def headline(self) -> str:
        """What, which kind, how often and when, on one line."""
        often = f"x {self.count:,}, " if self.count > 1 else ""
        when = f"at {self.time_ns:,.0f}"
        if self.last_ns is not None and round(self.last_ns) != round(self.time_ns):
            when = f"from {self.time_ns:,.0f} to {self.last_ns:,.0f}"
        return f"{self.message}  ({self.kind}, {often}{when} ns)"

    @property
    def shape(self) -> tuple[Severity, str, str, str]:
        """What it has in common with its repeats."""
        return self.severity, self.kind, self.about, _NUMBER.sub("#", self.message)


def _nobody() -> None:
    """Nobody can end the test."""


@dataclass(slots=True)
class Findings:
    """The findings of one test, in the order in which they were made.

    Attributes:
        items: one for each finding and its repeats, at most `KEEP_OF_A_KIND` of a kind and what it is about.
        counts: how many there were of each severity and kind, kept or not.
        listeners: called with each that is kept, when it is made the first time.
        origin_ns: simulation time at which the test began: times are counted from there.
        max_errors: number of errors, kept or not, at which the test ends; None: it goes on.
        end_test: ends the test that runs.
    """

    items: list[Finding] = field(default_factory=list)
    counts: Counter[tuple[Severity, str]] = field(default_factory=Counter)
    listeners: list[Callable[[Finding], None]] = field(default_factory=list)
    origin_ns: float = 0.0
    max_errors: int | None = None
    end_test: Callable[[], None] = _nobody
    error_count: int = 0
    _rows: dict[tuple[Severity, str, str, str], int] = field(default_factory=dict)
    _kept: Counter[tuple[Severity, str, str]] = field(default_factory=Counter)

    def add(self, finding: Finding) -> None:
        """Record a finding, given with its simulation time; only some about one thing are kept, all are counted."""
        finding = replace(finding, time_ns=self.test_ns(finding.time_ns))
        key, shape = (finding.severity, finding.kind), finding.shape
        self.counts[key] += 1
        row = self._rows.get(shape)
        if row is not None:
            known = self.items[row]
            self.items[row] = replace(known, count=known.count + 1, last_ns=finding.time_ns)
        elif self._kept[*key, finding.about] < KEEP_OF_A_KIND:
            self._kept[*key, finding.about] += 1
            self._rows[shape] = len(self.items)
            self.items.append(finding)
            for listener in self.listeners:
                listener(finding)
        if finding.severity is Severity.ERROR:
            self.error_count += 1
            if self.error_count == self.max_errors:
                self.end_test()

    def test_ns(self, time_ns: float) -> float:
        """The test's own time at a simulation time, to the picosecond."""
        return round(time_ns - self.origin_ns, 3)

    def error(
        self, kind: str, message: str, time_ns: float = 0.0, details: tuple[str, ...] = (), *, about: str = ""
    ) -> None:
        """Record a finding that fails the test."""
        self.add(Finding(kind, message, time_ns, Severity.ERROR, details, about=about))

    def fatal(
        self, kind: str, message: str, time_ns: float = 0.0, details: tuple[str, ...] = (), *, about: str = ""
    ) -> None:
        """Record a finding after which going on makes no sense: it fails the test and ends it."""
        self.error(kind, message, time_ns, details, about=about)
        self.end_test()

    def warn(
        self, kind: str, message: str, time_ns: float = 0.0, details: tuple[str, ...] = (), *, about: str = ""
    ) -> None:
        """Record a finding that is reported and does not fail the test."""
        self.add(Finding(kind, message, time_ns, Severity.WARNING, details, about=about))

    def amend(self, kind: str, text: str) -> None:
        """Add to what findings of a kind say: what turned out about them later."""
        for row, item in enumerate(self.items):
            if item.kind == kind:
                self.items[row] = replace(item, message=f"{item.message}; {text}")

    def explain(self, finding: Finding, lines: tuple[str, ...]) -> None:
        """Put lines in front of the details of a finding that was kept."""
        row = next(row for row, item in enumerate(self.items) if item is finding)
        self.items[row] = replace(finding, details=lines + finding.details)

    @property
    def errors(self) -> list[Finding]:
        """The kept findings that fail the test."""
        return [item for item in self.items if item.severity is Severity.ERROR]

    def clear(self) -> None:
        """Start anew: the next test's findings are its own."""
        self.items.clear()
        self.counts.clear()
        self._rows.clear()
        self._kept.clear()
        self.error_count = 0
