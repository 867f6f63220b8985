"""The reports on a subject, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tb.report.history.record import Head

MOST_REPORTS = 400
"""Of more the last ones are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The reports on a subject.

    Attributes:
        reports: their figures, in order of their time; the last one is this.
        count: how many there are, those before the first of them too.
    """

    reports: tuple[Head, ...]
    count: int


def history_of(earlier: Iterable[Head], now: Head) -> History | None:
    """The reports up to this one; None if there is no other."""
    reports = (*earlier, now)
    return History(reports=reports[-MOST_REPORTS:], count=len(reports)) if len(reports) > 1 else None
