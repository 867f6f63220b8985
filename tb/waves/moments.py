"""When the tests of a run found something, in the time of its waves, and which unit is to blame."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tb.borders.divergence.verdict import THE_UNIT
from tb.findings import Finding, Severity
from tb.outcome.record import TestRecord
from tb.waves.view import Moment

MOST = 26
"""GTKWave has a marker for each letter."""
_UNIT = re.compile(rf"{re.escape(THE_UNIT)}(\w+)")


@dataclass(frozen=True, slots=True)
class FailedTest:
    """A test that failed.

    Attributes:
        record: the test.
        errors: what was found wrong, the earliest first; one at least.
    """

    record: TestRecord
    errors: tuple[Finding, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """What was found first, and what taps say of it."""
        first, name = self.errors[0], self.record.name.rpartition(".")[2]
        seen = next((error.details for error in self.errors if _blamed(error)), ())
        last = next((number for number, line in enumerate(seen) if _UNIT.search(line)), -1)
        return (f"{name}: {first.headline}", *seen[: last + 1])

    def unit(self, unit_of: Callable[[Finding], str]) -> str:
        """The unit that is wrong, as taps saw it, or that the first error is about."""
        return next(filter(None, map(_blamed, self.errors)), "") or unit_of(self.errors[0])


def failed_tests(records: Iterable[TestRecord]) -> list[FailedTest]:
    """The tests that failed and say why."""
    found = []
    for record in records:
        errors = [finding for finding in record.findings if finding.severity is Severity.ERROR]
        if errors and not record.passed:
            found.append(FailedTest(record, tuple(sorted(errors, key=lambda finding: finding.time_ns))))
    return found


def moments(failed: Iterable[FailedTest], ticks_a_ns: float) -> list[Moment]:
    """The first error of each test: a finding's time counts from where its test began, that of waves does not."""
    return [
        Moment(round((test.record.origin_ns + test.errors[0].time_ns) * ticks_a_ns), f"error_{number}", test.lines)
        for number, test in enumerate(list(failed)[:MOST], start=1)
    ]


def _blamed(finding: Finding) -> str:
    """The unit that taps found to be wrong; empty: they say nothing here."""
    return next((found[1] for line in finding.details if (found := _UNIT.search(line))), "")
