"""Where values that a layer looks up fall in its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.locate import Located, choose_lo, locate_le, locate_lo

LE, LO = TABLES = ("LE", "LO")
BELOW, WITHIN, ABOVE = PLACES = ("below", "within", "above")
INTERVALS = ("first", "inner", "last")
FRACTIONS = ("0", "between")
PLACE, SLOPE, EDGES = "place", "slope", "edges"
HITS = {table: f"hits in {table}" for table in TABLES}
"""Moments of what a layer has looked up, beside the usual one: its start."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Values that a layer looks up.

    Attributes:
        values: int64 integers or FP32 codes.
        le: where they are in LE.
        lo: where they are in LO.
        chosen: of which ones LO gives the result.
    """

    values: Wide
    le: Located
    lo: Located
    chosen: Flags


def look_at(
    values: Wide, lut: LutConfig, config: HwConfig, *, floating: bool, fraction_bits: int, signed: bool
) -> LookedAt:
    """Where values fall.

    Args:
        values: int64 integers or FP32 codes.
        lut: how they are looked up.
        config: the hardware configuration.
        floating: they are floating-point numbers.
        fraction_bits: bits that the unit has of fractions.
        signed: as `models.nvdla.lut.locate.locate_le` has it.
    """
    sizes = config.table_entries
    le = locate_le(values, lut, sizes[LE], floating=floating, fraction_bits=fraction_bits, signed=signed)
    lo = locate_lo(values, lut, sizes[LO], floating=floating, fraction_bits=fraction_bits)
    return LookedAt(values, le, lo, choose_lo(le, lo, lut))


@dataclass(frozen=True, slots=True)
class TableUse:
    """How a layer uses tables.

    Attributes:
        lut: how values are looked up.
        precision: name of the number format.
        counted: look-ups are counted.
        found: of one thing that was found in tables, what is told apart.
    """

    lut: LutConfig
    precision: str
    counted: bool
    found: Any = None

    @property
    def floating(self) -> bool:
        """Values are floating-point numbers."""
        return self.precision == "FP16"


def found_by(use: TableUse, looked: LookedAt, entries: Mapping[str, int]) -> Iterator[tuple[TableUse, str]]:
    """What was found in tables one by one, and the moment that it belongs to; edges apart.

    Args:
        use: how the layer uses them.
        looked: where its values fall.
        entries: of each table.
    """
    place = [_place(located) for located in (looked.le, looked.lo)]
    for found in np.unique(np.stack([*place, looked.chosen.astype(np.intp)]), axis=1).T:
        yield replace(use, found=found), PLACE
    for table, located, mine, given in (
        (LE, looked.le, ~looked.chosen, use.lut.le),
        (LO, looked.lo, looked.chosen, use.lut.lo),
    ):
        for hit in _hit(located, mine & located.hit, entries[table] - 2):
            yield replace(use, found=hit), HITS[table]
        for way, missed, slope in (
            ("underflow", mine & located.below, given.underflow),
            ("overflow", mine & located.above, given.overflow),
        ):
            if missed.any():
                yield replace(use, found=(f"{table} {way}", slope)), SLOPE


def _hit(located: Located, hit: Flags, last: int) -> Iterator[tuple[str, str]]:
    """Which intervals were hit, at their starts or between these."""
    index, cut = located.index[hit], located.fraction[hit] == 0
    for interval, flags in zip(INTERVALS, (index == 0, (index > 0) & (index < last), index == last), strict=True):
        for fraction, there_is in zip(FRACTIONS, (flags & cut, flags & ~cut), strict=True):
            if there_is.any():
                yield interval, fraction


def _place(located: Located) -> NDArray[np.intp]:
    """Of each value its place, by its number in `PLACES`."""
    return np.where(located.below, 0, np.where(located.above, 2, 1)).astype(np.intp)
