"""What a check found wrong: collected while a test runs, judged at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

KEEP_OF_A_KIND = 20


class Severity(StrEnum):
    """How bad a finding is: an error fails the test, a warning is reported."""

    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found.

    Attributes:
        kind: short stable name of the check, such as ``wrong-data``; equal kinds are counted together.
        message: what differs and where, in the user's terms, on one line.
        time_ns: simulation time of the observation.
        details: further lines: the configuration that produced it, addresses, bytes.
    """

    kind: str
    message: str
    time_ns: float = 0.0
    severity: Severity = Severity.ERROR
    details: tuple[str, ...] = ()


@dataclass(slots=True)
class Findings:
    """The findings of one test, in the order in which they were made."""

    items: list[Finding] = field(default_factory=list)
    counts: Counter[tuple[Severity, str]] = field(default_factory=Counter)
    listeners: list[Callable[[Finding], None]] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        """Record a finding; of one kind only the first few are kept, all are counted."""
        key = (finding.severity, finding.kind)
        self.counts[key] += 1
        if self.counts[key] <= KEEP_OF_A_KIND:
            self.items.append(finding)
            for listener in self.listeners:
                listener(finding)

    def error(self, kind: str, message: str, time_ns: float = 0.0, details: tuple[str, ...] = ()) -> None:
        """Record a finding that fails the test."""
        self.add(Finding(kind, message, time_ns, Severity.ERROR, details))

    def warn(self, kind: str, message: str, time_ns: float = 0.0, details: tuple[str, ...] = ()) -> None:
        """Record a finding that is reported and does not fail the test."""
        self.add(Finding(kind, message, time_ns, Severity.WARNING, details))

    @property
    def errors(self) -> list[Finding]:
        """The kept findings that fail the test."""
        return [item for item in self.items if item.severity is Severity.ERROR]

    def clear(self) -> None:
        """Start anew: the next test's findings are its own."""
        self.items.clear()
        self.counts.clear()
