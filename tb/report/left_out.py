"""What the report does not count, and why: nothing is dropped in silence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something that is not in the report.

    Attributes:
        what: a file, a run, a group of coverage, a test.
        why: the reason, in words.
        count: how many of them.
    """

    what: str
    why: str
    count: int = 1


class LeaveOut:
    """Gathers what is left out; the same of the same is one line."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}

    def add(self, what: str, why: str, count: int = 1) -> None:
        """Leave something out."""
        self._counts[what, why] = self._counts.get((what, why), 0) + count

    def all(self) -> tuple[LeftOut, ...]:
        """All that was left out, in the order in which it was found."""
        return tuple(LeftOut(what=what, why=why, count=count) for (what, why), count in self._counts.items())
