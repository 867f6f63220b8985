"""Verdicts on traces: one line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sequences.traces.result import TraceVerdict
from tb.findings import NOT_MODELLED, Severity
from tb.outcome.record import TestRecord
from tb.outcome.results import Verdict


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One trace's line of the report.

    Attributes:
        verdict: what became of it.
        name: what reports call it.
        reason: why it failed or was skipped, or what was softened; on one line.
    """

    verdict: Verdict
    name: str
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.verdict} {self.name} {self.reason}".rstrip()


def line_of_record(record: TestRecord) -> TraceLine:
    """A trace's line from what its simulation recorded: the first error, or the first warning, and how many more."""
    severity = Severity.WARNING if record.passed else Severity.ERROR
    found = sorted(record.findings, key=lambda finding: finding.kind != NOT_MODELLED)
    messages = [finding.message for finding in found if finding.severity is severity]
    more = sum(count for key, count in record.counts.items() if key.startswith(severity)) - 1
    return TraceLine(Verdict.of(record.passed), record.name, first_of(messages, more))


def line_of_verdict(verdict: TraceVerdict) -> TraceLine:
    """A trace's line from what the reference device alone came to; warnings stand behind the reason."""
    warnings = [f"warning: {text}" for text in verdict.warnings]
    reason = "; ".join(filter(None, [verdict.reason, first_of(warnings, len(warnings) - 1)]))
    return TraceLine(Verdict(verdict.outcome), verdict.name, reason)


def first_of(messages: Sequence[str], more: int) -> str:
    """The first message, and how many more there are; nothing if there is none."""
    return (messages[0] if messages else "") + (f" (and {more} more)" if messages and more > 0 else "")
