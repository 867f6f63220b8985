"""What units count of their look-ups; a lane that pads a cube counts as all others do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LutCounts:
    """Values by what became of them.

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
