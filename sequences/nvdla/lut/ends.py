"""The ends of what a unit's look-up tables are told, one by one: offsets and distances of entries, slopes, places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.legal import LutLimits
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of, word_of
from models.nvdla.numbers.floats import HALF_LARGEST
from models.nvdla.numbers.formats import FP17
from sequences.nvdla.tensors.elements.values import draw_values

SIZES = (1, 3, 7, 12, 20, 34, 40, 100, 127)
"""Logarithms of distances, with either sign, that registers and numbers have in all sizes."""
INTEGER_PLACES = {"INT8": (-30, 30, -3), "INT16": (-16000, 8000, 5)}
"""Two starts of tables, and the logarithm of the distance of entries."""
FAR_BELOW = -100
"""The logarithm of a number that is small beside any other, and no denormal one."""
SLOPES = (LutSlope(), LutSlope(scale=5, shift=-3), LutSlope(scale=-7, shift=2), LutSlope(scale=-3, shift=-16))
HALF_SLOPES = tuple(LutSlope(scale=scale) for scale in (0, 0x3C00, -0x4400, 0x0001))


@dataclass(frozen=True, slots=True)
class TableEnds:
    """Registers of the tables of one unit, for numbers of one precision.

    Attributes:
        limits: what is legal of them.
    """

    limits: LutLimits

    @property
    def slopes(self) -> tuple[LutSlope, ...]:
        """Slopes of either sign, with shifts to either side."""
        return HALF_SLOPES if self.limits.floating else SLOPES

    def every(self) -> Iterator[LutConfig]:
        """All of them."""
        yield from self.distances()
        for at in range(2 * len(self.slopes) ** 2):
            yield self.apart(at)

    def distances(self) -> Iterator[LutConfig]:
        """Offsets and distances of entries of all sizes."""
        slopes, sizes = self.slopes, (0, *SIZES, *(-size for size in SIZES))
        for at, size in enumerate(sizes):
            above, below = slopes[at % len(slopes)], slopes[(at // 2) % len(slopes)]
            start = self._start(at, size)
            lo = replace(self.linear("LO", start, size), underflow=below, overflow=above)
            if size in self.limits.offsets:
                le = replace(self.exponential(start, size), underflow=below, overflow=above)
                yield LutConfig(le=le, lo=lo, le_offset=size, underflow_lo=bool(at & 1))
            if size in self.limits.selects["LE"]:
                le = replace(self.linear("LE", start, size), underflow=above, overflow=below)
                way = {"overflow_lo": bool(at & 1), "underflow_lo": bool(at & 2), "hybrid_lo": bool(at & 1)}
                yield LutConfig(le=le, lo=lo, exponential=False, **way)

    def apart(self, at: int, slopes: Sequence[LutSlope] = ()) -> LutConfig:
        """Small tables, one behind the other, so that a value may be above one and below the other, or beyond both.

        Args:
            at: which of many.
            slopes: four of them, in turns; none: the usual ones.
        """
        slopes = slopes or self.slopes
        near, far, select = self._places()
        turn = [slopes[(at + step) % len(slopes)] for step in range(len(slopes))]
        exponential, behind = bool(at & 1), bool(at & 2)
        lo = self.linear("LO", near if behind else far, select)
        start = far if behind else near
        offset = select - EXPONENTIAL_INTERVALS + LINEAR_BITS["LE"] if exponential else 0
        le = self.exponential(start, offset) if exponential else self.linear("LE", start, select)
        return LutConfig(
            le=replace(le, underflow=turn[0], overflow=turn[1]), lo=replace(lo, underflow=turn[2], overflow=turn[3]),
            exponential=exponential, le_offset=offset, underflow_lo=bool(at & 4), overflow_lo=bool(at & 8),
            hybrid_lo=bool(at & 16),
        )  # fmt: skip

    def next_to_zero(self) -> Iterator[LutConfig]:
        """Floating-point tables that begin so close above 0 that only a steep slope shows how far 0 is from them."""
        steep = LutSlope(scale=HALF_LARGEST)
        for bits, part in product(range(FP17.bias - 3, FP17.bias + 2), (1.0, 1.5)):
            start = word_of(part * 2.0**-bits)
            le, lo = (replace(self.linear(table, start, -bits), underflow=steep) for table in LINEAR_BITS)
            yield LutConfig(le=le, lo=lo, exponential=False)

    def exponential(self, start: int, offset: int) -> LutRange:
        """An exponential table that begins so far above its start."""
        end = end_of(start, offset + EXPONENTIAL_INTERVALS, self.limits.bits, floating=self.limits.floating)
        return LutRange(start=start, end=end)

    def linear(self, table: str, start: int, select: int) -> LutRange:
        """A linear table of entries that far apart, or as far as is legal."""
        legal, floating = self.limits.selects[table], self.limits.floating
        select = min(max(select, legal.start), legal.stop - 1)
        end = end_of(start, select + LINEAR_BITS[table], self.limits.bits, floating=floating)
        return LutRange(start=start, end=end, select=select)

    def _places(self) -> tuple[int, int, int]:
        if self.limits.floating:
            return word_of(-2.0), word_of(2.0), -8
        return INTEGER_PLACES[self.limits.precision]

    def _start(self, at: int, size: int) -> int:
        """An integer, or the code of zero or of a number with either sign that is not large beside a distance."""
        if not self.limits.floating:
            return -9 + 4 * (at % 3)
        return word_of((-1.0) ** at * 2.0 ** min(max(size, FAR_BELOW), 0) * (at % 3))


def any_tables(rng: np.random.Generator, config: HwConfig, precision: str) -> Tables:
    """Tables of any entries that a precision has."""
    values, kind = ("ordinary", "FP16") if precision == "FP16" else ("full", "INT16")
    drawn = {
        name.lower(): draw_values(rng, values, kind, (entries,)).view(np.int16)
        for name, entries in config.table_entries.items()
    }
    return Tables(**drawn)
