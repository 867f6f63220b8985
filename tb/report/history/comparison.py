"""A report held against an earlier one: what is new, what went, what was lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tb.coverage.covergroup import Covergroup
from tb.report.history.bins import ChangedBins, changed_bins
from tb.report.history.code_lines import LostCode, lost_code
from tb.report.history.record import Head, KeptFailure, Record, head_of
from tb.report.left_out import LeaveOut, LeftOut
from tb.report.panels.code import Code
from tb.report.panels.functional import Functional

MOST_CODE = 1000
"""Lines, branches and the like that are listed; of the others the number is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WentFailure:
    """Failures that did not come again.

    Attributes:
        failure: what was kept of them.
        played: whether a test that failed so was played again at all.
    """

    failure: KeptFailure
    played: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTest:
    """A test that was played on fewer or on more configurations than before.

    Attributes:
        test: its ``module.name``.
        configs: the configurations that it was played on once only: before, or now.
        everywhere: whether it was not played at all the other time.
        there: whether there is such a test now.
    """

    test: str
    configs: tuple[str, ...]
    everywhere: bool
    there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What is new, what went, what was lost.

    Attributes:
        before: the earlier report's figures, and what it was about.
        now: those of this one.
        new_failures: failures that did not come before.
        went_failures: those that came before only.
        stayed_failures: how many came both times, by signature.
        removed_tests: tests that were played before only.
        new_tests: tests that were not played before.
        bins: items that have lost or gained bins, those first that have lost most.
        lost_code: lines, branches and the like that were reached before only, the first of them.
        lost_code_count: how many there are.
        left_out: what could not be compared, and why.
    """

    before: Head
    now: Head
    new_failures: tuple[KeptFailure, ...]
    went_failures: tuple[WentFailure, ...]
    stayed_failures: int
    removed_tests: tuple[ChangedTest, ...]
    new_tests: tuple[ChangedTest, ...]
    bins: tuple[ChangedBins, ...]
    lost_code: tuple[LostCode, ...]
    lost_code_count: int
    left_out: tuple[LeftOut, ...]


def compared(
    before: Record,
    now: Record,
    *,
    functional: Functional | None,
    code: Code | None,
    groups: Mapping[str, Sequence[Covergroup]],
    tests: frozenset[str],
) -> Comparison:
    """Hold a report against an earlier one.

    Args:
        before: what was kept of the earlier one.
        now: what is kept of this one.
        functional: functional coverage of this one.
        code: code coverage of this one.
        groups: the covergroups of each configuration.
        tests: all tests that there are, as ``module.name``.
    """
    leave_out = LeaveOut()
    old, new = ({failure.id: failure for failure in one.failures} for one in (before, now))
    played = {test.rpartition(".")[2] for test in now.tests}
    bins = changed_bins(functional, before.bins, groups, leave_out)
    lost = lost_code(code, before.code, leave_out)
    return Comparison(
        before=head_of(before),
        now=head_of(now),
        new_failures=tuple(failure for id_, failure in new.items() if id_ not in old),
        went_failures=tuple(
            WentFailure(failure=failure, played=not played.isdisjoint(failure.tests))
            for id_, failure in old.items()
            if id_ not in new
        ),
        stayed_failures=len(old.keys() & new.keys()),
        removed_tests=tuple(_missing(before.tests, now.tests, tests)),
        new_tests=tuple(_missing(now.tests, before.tests, tests)),
        bins=tuple(bins),
        lost_code=tuple(lost[:MOST_CODE]),
        lost_code_count=len(lost),
        left_out=leave_out.all(),
    )


def _missing(
    tests: Mapping[str, Sequence[str]], others: Mapping[str, Sequence[str]], there: frozenset[str]
) -> Iterator[ChangedTest]:
    for test, configs in tests.items():
        theirs = others.get(test, ())
        if left := tuple(config for config in configs if config not in theirs):
            yield ChangedTest(test=test, configs=left, everywhere=not theirs, there=test in there)
