"""One draw of look-up tables: what they cover, what they hold, what happens outside, which decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.nvdla.aims import Aim
from models.nvdla.config import HwConfig
from models.nvdla.lut.aspects import LO, SLOPES
from models.nvdla.lut.config import Entries, LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.legal import LutLimits
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of
from sequences.draw import chance
from sequences.nvdla.lut.draw.reaches import (
    UNIT_BITS,
    WORD_BITS,
    TableReach,
    ValueRange,
    draw_arrangement,
    draw_reaches,
)
from sequences.nvdla.tensors.elements.values import draw_class, draw_values

DIRECT_BITS: Mapping[str, int] = {"INT8": 7, "INT16": 15}


@dataclass(slots=True)
class TableShelf:
    """Tables that were drawn last, which later layers may keep: writing them takes long.

    Attributes:
        integers: those of integers; `halves` of FP16.
    """

    integers: Tables | None = None
    halves: Tables | None = None

    def take(self, rng: np.random.Generator, config: HwConfig, keep: float, *, floating: bool) -> Tables:
        """The ones before, as often as it says, else new ones."""
        last = self.halves if floating else self.integers
        if last is not None and chance(rng, keep):
            return last
        sizes = config.table_entries
        tables = Tables(*(_entries(rng, sizes[name], floating) for name in ("LE", "LO")))
        if floating:
            self.halves = tables
        else:
            self.integers = tables
        return tables


def _entries(rng: np.random.Generator, count: int, floating: bool) -> Entries:
    """Anything, or what rises or falls evenly."""
    precision = "FP16" if floating else "INT16"
    entries: Entries
    if chance(rng, 0.3):
        slope = float(rng.normal(0.0, 100.0))
        line = np.clip(slope * np.arange(count) + rng.normal(0.0, 1000.0), -32768, 32767)
        entries = (line / 256).astype(np.float16).view(np.int16) if floating else line.astype(np.int16)
    else:
        entries = draw_values(rng, draw_class(rng, precision), precision, (count,)).view(np.int16)
    return entries


def value_range(rng: np.random.Generator, precision: str, bits: float | None) -> ValueRange:
    """Values that may come: those of an input as it is, or of so many bits."""
    if precision == "FP16":
        return ValueRange(UNIT_BITS, int(rng.integers(-4, 6)) - UNIT_BITS, floating=True)
    return ValueRange(DIRECT_BITS[precision] if bits is None else int(np.clip(bits, 4, WORD_BITS)))


def draw_lut(
    rng: np.random.Generator, where: ValueRange, wanted: Mapping[str, str], aim: Aim, limits: LutLimits
) -> LutConfig:
    """How values are looked up.

    Args:
        rng: draws it.
        where: the values.
        wanted: aspects that are asked for, as in `models.nvdla.lut.aspects`.
        aim: what values are to meet.
        limits: what is legal.
    """
    exponential = wanted.get("lut", str(rng.choice(["linear", "exponential"]))) == "exponential"
    arrangement = wanted.get("arrangement") or draw_arrangement(rng, aim)
    reaches = draw_reaches(rng, where, arrangement, aim, exponential=exponential)
    under, over, hybrid = (wanted.get(name, str(rng.choice(["le", LO]))) == LO for name in ("under", "over", "hybrid"))
    slopes = _slopes(rng, where.floating)
    for name in ("under", "over"):
        if asked := wanted.get(f"{name}-slope"):
            for table in LINEAR_BITS:
                slopes[table, name] = draw_slope(rng, asked, floating=where.floating)
    legal = limits.offsets
    offset = int(np.clip(reaches.le_offset + where.unit, legal.start, legal.stop - 1))
    if not exponential:
        offset = int(rng.integers(-64, 64))
    return LutConfig(
        le=_table("LE", reaches.le, where, slopes, limits=limits, offset=offset if exponential else None),
        lo=_table("LO", reaches.lo, where, slopes, limits=limits),
        exponential=exponential,
        le_offset=offset,
        underflow_lo=under,
        overflow_lo=over,
        hybrid_lo=hybrid,
    )


def draw_slope(rng: np.random.Generator, kind: str, *, floating: bool) -> LutSlope:
    """A slope of one of `SLOPES`: small and large shifts."""
    sign, way = kind.split("-")
    if floating:
        (half,) = draw_values(rng, str(rng.choice(["ordinary", "exponents", "fractions"])), "FP16", (1,))
        code = int(half.view(np.uint16)) & 0x7FFF
        scale = code - 0x8000 if sign == "negative" else code
    else:
        magnitude = int(rng.integers(1, 1 << int(rng.integers(1, 16))))
        scale = -magnitude if sign == "negative" else magnitude
    return LutSlope(scale=scale, shift=int(rng.integers(0, 16)) if way == "right" else int(rng.integers(-16, 0)))


Slopes = dict[tuple[str, str], LutSlope]


def _slopes(rng: np.random.Generator, floating: bool) -> Slopes:
    """A slope at each end of each table."""
    ends = [(table, end) for table in LINEAR_BITS for end in ("under", "over")]
    return {end: draw_slope(rng, str(rng.choice(SLOPES)), floating=floating) for end in ends}


def _table(
    name: str, reach: TableReach, where: ValueRange, slopes: Slopes, *, limits: LutLimits, offset: int | None = None
) -> LutRange:
    """The registers of a table; the offset is that of an exponential one."""
    legal, start = limits.selects[name], where.word(reach.start)
    select = int(np.clip(reach.size + where.unit - LINEAR_BITS[name], legal.start, legal.stop - 1))
    exponent = select + LINEAR_BITS[name] if offset is None else offset + EXPONENTIAL_INTERVALS
    return LutRange(
        start=start,
        end=end_of(start, exponent, limits.bits, floating=limits.floating),
        select=select,
        underflow=slopes[name, "under"],
        overflow=slopes[name, "over"],
    )
