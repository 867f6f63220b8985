"""Which part of a range each table covers: one all of it, the other the part where the first would be furthest off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sequences.nvdla.lut.numbers import Reals

Function = Callable[[Reals], Reals]
SAMPLES = 1 << 13
PLACES = 200
"""Places at which a dense table is tried."""
CLOSE = 1.01
"""Windows whose largest errors are as close as that are told apart by the mean."""
FINER = 12
"""How many times a dense table's distance of entries may be halved against that which covers the range."""


@dataclass(frozen=True, slots=True)
class Window:
    """What a table of entries at equal distances covers, in units of the table's input.

    Attributes:
        start: its first entry.
        select: logarithm of the distance.
        intervals: between its entries.
    """

    start: float
    select: int
    intervals: int

    @property
    def step(self) -> float:
        """The distance of two entries."""
        return 2.0**self.select

    @property
    def end(self) -> float:
        """Its last entry."""
        return self.start + self.intervals * self.step

    @property
    def points(self) -> Reals:
        """All entries."""
        points: Reals = self.start + self.step * np.arange(self.intervals + 1.0)
        return points


def covering(low: float, high: float, intervals: int, least: int) -> Window:
    """The narrowest table from `low` on that reaches `high`, whose distances are powers of two from the least on."""
    select = max(int(np.ceil(np.log2((high - low) / intervals))), least)
    return Window(low, select, intervals)


def densest(function: Function, samples: Reals, off: Reals, coarse: Window, least: int) -> Window:
    """The window that leaves least of another table's error: of the largest first, then of the mean square.

    Args:
        function: what is to be computed, in units of the table's input.
        samples: places in the range, ascending.
        off: what the other table is off there.
        coarse: a window of this table that would cover the range: distances are that or smaller.
        least: the smallest logarithm of a distance.
    """
    found = list(_windows(function, samples, off, coarse, least))
    bound = CLOSE * min(left.largest for left in found)
    return min((left for left in found if left.largest <= bound), key=lambda left: left.square).window


@dataclass(frozen=True, slots=True)
class _Left:
    """What a window leaves of the error: the largest, and the sum of squares."""

    window: Window
    largest: float
    square: float


def _windows(function: Function, samples: Reals, off: Reals, coarse: Window, least: int) -> Iterator[_Left]:
    """Windows of each distance at many places; they may run over the end of the range."""
    before = np.concatenate([[0.0], np.maximum.accumulate(off)])
    behind = np.concatenate([np.maximum.accumulate(off[::-1])[::-1], [0.0]])
    theirs = np.concatenate([[0.0], np.cumsum(off**2)])
    low, high = samples[0], samples[-1]
    for select in range(coarse.select, max(coarse.select - FINER, least - 1), -1):
        step = 2.0**select
        length = step * coarse.intervals
        mine = off_linear(function, samples, low, step)
        square = np.concatenate([[0.0], np.cumsum(mine**2)])
        for start in low + step * np.unique(np.rint(np.linspace(0, (high - low) / step, PLACES, endpoint=False))):
            first, end = np.searchsorted(samples, start), np.searchsorted(samples, start + length, side="right")
            largest = max(before[first], behind[end], mine[first:end].max(initial=0.0))
            left = theirs[-1] - theirs[end] + theirs[first] + square[end] - square[first]
            yield _Left(Window(float(start), select, coarse.intervals), float(largest), float(left))


def off_linear(function: Function, samples: Reals, start: float, step: float) -> Reals:
    """How far lines between entries at equal distances are off."""
    below = start + step * np.floor((samples - start) / step)
    return _off(function, samples, below, below + step)


def off_exponential(function: Function, samples: Reals, start: float, offset: int) -> Reals:
    """How far lines between entries at powers of two above a start are off."""
    distance = np.maximum(samples - start, 2.0**offset)
    power = 2.0 ** np.floor(np.log2(distance))
    return _off(function, np.maximum(samples, start + 2.0**offset), start + power, start + 2 * power)


def _off(function: Function, places: Reals, below: Reals, above: Reals) -> Reals:
    # Powers of two far below the start may not differ from it.
    apart = above > below
    share = np.where(apart, places - below, 0.0) / np.where(apart, above - below, 1.0)
    line = function(below) * (1 - share) + function(above) * share
    off: Reals = np.abs(line - function(places))
    return off
