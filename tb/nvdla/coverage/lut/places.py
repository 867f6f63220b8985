"""Where values that a layer looks up fall in its tables."""

from __future__ import annotations

from dataclasses import dataclass

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.index import Located, choose_lo, locate_le, locate_lo
from models.nvdla.numbers.bits import Wide

LE, LO = TABLES = ("LE", "LO")


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
        signed: as `models.nvdla.lut.index.locate_le` has it.
    """
    sizes = config.table_entries
    le = locate_le(values, lut, sizes[LE], floating=floating, fraction_bits=fraction_bits, signed=signed)
    lo = locate_lo(values, lut, sizes[LO], floating=floating, fraction_bits=fraction_bits)
    return LookedAt(values, le, lo, choose_lo(le, lo, lut))
