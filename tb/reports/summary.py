"""A simulation's tests as rows: what the simulator reported joined with what the tests wrote about themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tb.findings import Finding, Severity
from tb.outcome.record import TestRecord
from tb.outcome.results import TestOutcome, Verdict


@dataclass(frozen=True, slots=True)
class Row:
    """One test as it is shown.

    Attributes:
        name: its name.
        verdict: FAIL if the simulator or the record says so.
        sim_time_ns: simulated time.
        wall_s: how long that took; 0 where it is not known.
        counters: what was done and checked.
        findings: the kept findings.
        counts: how many findings there were of each severity and kind.
        message: what the test raised, for a failure without a finding.
        notes: lines in which the test says what it found out.
    """

    name: str
    verdict: Verdict
    sim_time_ns: float
    wall_s: float
    counters: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    message: str = ""
    notes: tuple[str, ...] = ()

    def of_severity(self, severity: Severity) -> list[Finding]:
        """The kept findings of a severity."""
        return [finding for finding in self.findings if finding.severity is severity]


def rows(tests: Sequence[TestOutcome], records: Sequence[TestRecord]) -> list[Row]:
    """One row a test, in the order of `tests`; records of no such test follow."""
    by_name = {record.name: record for record in records}
    shown = [_row(test, by_name.pop(test.full_name, None)) for test in tests]
    return shown + [_record_row(record) for record in by_name.values()]


def tally(verdicts: Sequence[Verdict]) -> str:
    """``N passed, N failed, N skipped``."""
    words = ((Verdict.PASS, "passed"), (Verdict.FAIL, "failed"), (Verdict.SKIP, "skipped"))
    return ", ".join(f"{list(verdicts).count(verdict)} {word}" for verdict, word in words)


def _row(test: TestOutcome, record: TestRecord | None) -> Row:
    if record is None:
        return Row(test.name, test.verdict, test.sim_time_ns, test.wall_s, message=test.message)
    return Row(
        test.name,
        test.verdict if record.passed else Verdict.FAIL,
        test.sim_time_ns,
        test.wall_s,
        record.counters,
        record.findings,
        record.counts,
        test.message,
        record.notes,
    )


def _record_row(record: TestRecord) -> Row:
    verdict = Verdict.PASS if record.passed else Verdict.FAIL
    return Row(
        record.name,
        verdict,
        record.sim_time_ns,
        0.0,
        record.counters,
        record.findings,
        record.counts,
        notes=record.notes,
    )
