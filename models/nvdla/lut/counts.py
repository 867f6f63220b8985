"""What units count of their look-ups; a lane that pads a cube counts as all others do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class LutCounts:
    """Values by what became of them in SDP.

    Attributes:
        underflow: below the table that gave their result.
        overflow: above it.
        le_hit: within LE, wherever the result came from; `lo_hit` likewise.
        hybrid: within the table that gave their result.
    """

    underflow: int
    overflow: int
    le_hit: int
    lo_hit: int
    hybrid: int


@dataclass(frozen=True, slots=True)
class ExclusiveCounts:
    """Values by what became of them in CDP: each counts once.

    Attributes:
        underflow: below both tables.
        overflow: above both.
        le_hit: within LE alone; `lo_hit` within LO alone.
        hybrid: within both, or below one and above the other.
    """

    underflow: int
    overflow: int
    le_hit: int
    lo_hit: int
    hybrid: int

    @classmethod
    def total(cls, parts: Iterable[ExclusiveCounts]) -> ExclusiveCounts:
        """What several looks have counted."""
        return cls(*map(sum, zip(*map(astuple, parts), strict=True)))
