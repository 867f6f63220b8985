"""What playing a trace came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from sequences.traces.commands import WriteRegister

NAMED = 10
"""Goldens that were softened, of which one line tells."""


@dataclass(slots=True)
class PlayResult:
    """How the goldens of one trace were met.

    Attributes:
        failures: one line each, with file and line; the first is the reason.
        softenings: goldens that passed only because what depends on time is not taken literally, one line each.
        compared_bytes: bytes of memory that were compared.
        compared_reads: register reads that were compared.
        hang: what never came and ended the trace; empty if it was played to its end.
        writes: the register writes that were made, in their order.
    """

    failures: list[str] = field(default_factory=list)
    softenings: list[str] = field(default_factory=list)
    compared_bytes: int = 0
    compared_reads: int = 0
    hang: str = ""
    writes: list[WriteRegister] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every golden was met."""
        return not self.failures

    @property
    def reason(self) -> str:
        """One line: the first failure and how many more; or how many goldens were softened, and some of them."""
        if self.failures:
            more = len(self.failures) - 1
            return self.failures[0] + (f" (and {more} more)" if more else "")
        if self.softenings:
            named = "; ".join(self.softenings[:NAMED]) + ("; .." if len(self.softenings) > NAMED else "")
            return f"({len(self.softenings)} softened: {named})"
        return ""


class Outcome(StrEnum):
    """What became of a trace."""

    PASS = "PASS"
    FAIL = "FAIL"
    SKIP = "SKIP"


@dataclass(frozen=True, slots=True)
class TraceVerdict:
    """One trace's line of the report.

    Attributes:
        name: the trace's folder name.
        reason: why it failed or was skipped, or what was softened; one line.
        warnings: rules that its register program breaks, reads of what nothing ever wrote and software races, one line
            each; they fail nothing.
    """

    name: str
    outcome: Outcome
    reason: str = ""
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.outcome} {self.name} {self.reason}".rstrip()


def verdict_of(name: str, result: PlayResult, warnings: tuple[str, ...] = ()) -> TraceVerdict:
    """The verdict on a trace that was played."""
    return TraceVerdict(name, Outcome.PASS if result.passed else Outcome.FAIL, result.reason, warnings)
