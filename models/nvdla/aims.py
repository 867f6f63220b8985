"""What the values of a layer are meant to meet: a case of its look-up tables, or an outcome of a comparison."""

from __future__ import annotations

from enum import Enum


class Aim(Enum):
    """What values are drawn for."""

    ANYTHING = "anything"
    EDGES = "edges"
    BOTH_HIT = "both-hit"
    BOTH_OVER = "both-over"
    BOTH_UNDER = "both-under"
    APART = "under-and-over"
    SAME = "same-cube"
    EQUAL = "equal-cubes"
    ONE_DIFFERS = "one-differs"


NO_AIM = Aim.ANYTHING
CASES = (Aim.BOTH_HIT, Aim.BOTH_OVER, Aim.BOTH_UNDER, Aim.APART)
"""Of look-up tables, where two tables have a say: the guide's cases a, b, c and d."""
COMPARISONS = (Aim.SAME, Aim.EQUAL, Aim.ONE_DIFFERS, Aim.ANYTHING)
