"""How SDP's look-up tables are set, and where values fall in them."""

from __future__ import annotations

from dataclasses import dataclass

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.index import Located, choose_lo, locate_le, locate_lo
from models.nvdla.lut.ranges import single
from models.nvdla.lut.value import FRACTION_BITS
from models.nvdla.numbers.bits import Wide

LE, LO = TABLES = ("LE", "LO")
ARRANGEMENTS = ("LE below LO", "LE above LO", "LE over LO's start", "LE over LO's end", "LE within LO", "LO within LE")
"""How the ranges of both tables lie: apart, each over one end of the other, one within the other."""


def arrangement(lut: LutConfig, *, floating: bool) -> str:
    """Which of `ARRANGEMENTS` the ranges of two tables have."""
    (le_start, le_end), (lo_start, lo_end) = (_range(table, floating) for table in (lut.le, lut.lo))
    if le_end <= lo_start:
        return ARRANGEMENTS[0]
    if lo_end <= le_start:
        return ARRANGEMENTS[1]
    if lo_start <= le_start and le_end <= lo_end:
        return ARRANGEMENTS[4]
    if le_start <= lo_start and lo_end <= le_end:
        return ARRANGEMENTS[5]
    return ARRANGEMENTS[2] if le_start < lo_start else ARRANGEMENTS[3]


def _range(table: LutRange, floating: bool) -> tuple[float, float]:
    return (single(table.start), single(table.end)) if floating else (table.start, table.end)


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


def look_at(values: Wide, lut: LutConfig, config: HwConfig, *, floating: bool) -> LookedAt:
    """Where values fall."""
    sizes = config.table_entries
    le = locate_le(values, lut, sizes[LE], floating=floating, fraction_bits=FRACTION_BITS)
    lo = locate_lo(values, lut, sizes[LO], floating=floating, fraction_bits=FRACTION_BITS)
    return LookedAt(values, le, lo, choose_lo(le, lo, lut))
