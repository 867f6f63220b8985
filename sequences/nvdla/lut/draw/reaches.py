"""What random look-up tables cover: the tables one within, beside or across the other, in units of the values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.nvdla.aims import Aim
from models.nvdla.lut.aspects import ARRANGEMENTS
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, word_of
from sequences.draw import chance

UNIT_BITS = 10
"""Floating-point values of a range have so many bits."""
WORD_BITS = 31
"""The logarithm of the largest integer that is looked up."""
AT_THE_BOTTOM = 0.5
"""How often tables that may lie anywhere start at the least integer, so that most are far above it."""


@dataclass(frozen=True, slots=True)
class ValueRange:
    """Values that are looked up: multiples of a unit, up to a power of two to either side of their middle.

    Attributes:
        bits: logarithm of the largest distance from the middle, in units.
        unit: logarithm of the unit.
        floating: they are floating-point numbers.
        middle: what lies in the middle of them, in units: where all are positive, half of the largest.
    """

    bits: int
    unit: int = 0
    floating: bool = False
    middle: int = 0

    def word(self, units: int) -> int:
        """A start as registers hold it."""
        number = self.middle + units
        return word_of(number * 2.0**self.unit) if self.floating else number


@dataclass(frozen=True, slots=True)
class TableReach:
    """What one table covers.

    Attributes:
        start: in units; `size` the logarithm of how many.
    """

    start: int
    size: int

    @property
    def end(self) -> int:
        """Behind its last interval."""
        return self.start + (1 << self.size)


@dataclass(frozen=True, slots=True)
class TwoReaches:
    """What both tables cover, LE by powers of two or not.

    Attributes:
        le: of LE; `lo` of LO.
        le_offset: of exponential LE, the first power of two: at least that of the unit.
    """

    le: TableReach
    lo: TableReach
    le_offset: int


ROOM_NEEDED = (Aim.BOTH_OVER, Aim.BOTH_UNDER, Aim.APART, Aim.BOTH_HIT)
OVERLAPPING = ARRANGEMENTS[:4]
ABOVE_ALL = ("lo-in-le", "lo-then-le")
"""Arrangements in which LE may cover all that is above its start."""


def draw_arrangement(rng: np.random.Generator, aim: Aim) -> str:
    """One in which the aim can be met."""
    if aim is Aim.APART:
        return str(rng.choice(ARRANGEMENTS[4:]))
    return str(rng.choice(OVERLAPPING if aim is Aim.BOTH_HIT else ARRANGEMENTS))


def draw_reaches(
    rng: np.random.Generator, where: ValueRange, arrangement: str, aim: Aim, *, exponential: bool
) -> TwoReaches:
    """Tables in an arrangement; where the aim lies outside of both, with room there."""
    most = where.bits - 2 if aim in ROOM_NEEDED or chance(rng, 0.6) else where.bits + 1
    sizes = [int(rng.integers(1, min(most, WORD_BITS) + 1)) for _ in range(2)]
    lowest = where.bits == WORD_BITS and chance(rng, AT_THE_BOTTOM)
    may_cover_all = exponential and arrangement in ABOVE_ALL and aim is not Aim.BOTH_OVER
    everything = may_cover_all and (lowest or chance(rng, 0.5))
    if arrangement in ("le-in-lo", "lo-in-le"):
        sizes.sort(reverse=arrangement == "lo-in-le")
    le_size, lo_size = sizes
    first, second = (lo_size, le_size) if arrangement.startswith("lo") else (le_size, lo_size)
    apart = _apart(rng, arrangement, first, second, where.bits)
    total = max(1 << first, apart + (1 << second))
    low = -(1 << where.bits)
    room = max(1, (2 << where.bits) - total - 1)
    start = low + 1 + (0 if lowest else int(rng.integers(0, room)))
    starts = {"le": start, "lo": start}
    inner = {"le-in-lo": "le", "lo-in-le": "lo"}.get(arrangement)
    moved = inner or ("lo" if arrangement.startswith("le") else "le")
    starts[moved] += apart
    offset = le_size - EXPONENTIAL_INTERVALS
    if everything:
        offset = int(rng.integers(0, where.bits))
    return TwoReaches(TableReach(starts["le"], le_size), TableReach(starts["lo"], lo_size), offset)


def _apart(rng: np.random.Generator, arrangement: str, first: int, second: int, bits: int) -> int:
    """How far the second table starts above the first; of one within the other, the inner above the outer."""
    if arrangement in ("le-in-lo", "lo-in-le"):
        outer, inner = max(first, second), min(first, second)
        return int(rng.integers(0, (1 << outer) - (1 << inner) + 1))
    if "then" in arrangement:  # the second overlaps the first one's end and goes on behind it
        least = max(1, (1 << first) - (1 << second) + 1)
        return int(rng.integers(least, max(least + 1, 1 << first)))
    gap = int(rng.integers(2, max(3, 1 << max(1, bits - 2))))
    return (1 << first) + gap
