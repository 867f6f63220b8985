"""A simulation's tests as rows: what the simulator reported joined with what the tests wrote about themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
        record: what the test wrote about itself; one with nothing in it if it wrote none.
        wall_s: how long that took; 0 where it is not known.
        message: what the test raised, for a failure without a finding.
    """

    name: str
    verdict: Verdict
    sim_time_ns: float
    record: TestRecord
    wall_s: float = 0.0
    message: str = ""

    def of_severity(self, severity: Severity) -> list[Finding]:
        """The kept findings of a severity."""
        return [finding for finding in self.record.findings if finding.severity is severity]


def rows(tests: Sequence[TestOutcome], records: Sequence[TestRecord]) -> list[Row]:
    """One row a test, in the order of `tests`; records of no such test follow."""
    by_name = {record.name: record for record in records}
    shown = [_row(test, by_name.pop(test.full_name, None)) for test in tests]
    return shown + [
        Row(name, Verdict.of(record.passed), record.sim_time_ns, record) for name, record in by_name.items()
    ]


def tally(verdicts: Sequence[Verdict]) -> str:
    """``N passed, N failed, N skipped``."""
    words = ((Verdict.PASS, "passed"), (Verdict.FAIL, "failed"), (Verdict.SKIP, "skipped"))
    return ", ".join(f"{list(verdicts).count(verdict)} {word}" for verdict, word in words)


def _row(test: TestOutcome, record: TestRecord | None) -> Row:
    record = record or TestRecord(name=test.full_name, passed=True, seed=0, sim_time_ns=test.sim_time_ns)
    verdict = test.verdict if record.passed else Verdict.FAIL
    return Row(test.name, verdict, test.sim_time_ns, record, test.wall_s, test.message)
