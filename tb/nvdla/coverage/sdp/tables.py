"""How SDP's look-up tables are set, and where values fall in them."""

from __future__ import annotations

from dataclasses import dataclass

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.index import Located, choose_lo, locate_le, locate_lo
from models.nvdla.lut.value import FRACTION_BITS
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


def look_at(values: Wide, lut: LutConfig, config: HwConfig, *, floating: bool) -> LookedAt:
    """Where values fall."""
    sizes = config.table_entries
    le = locate_le(values, lut, sizes[LE], floating=floating, fraction_bits=FRACTION_BITS, signed=True)
    lo = locate_lo(values, lut, sizes[LO], floating=floating, fraction_bits=FRACTION_BITS)
    return LookedAt(values, le, lo, choose_lo(le, lo, lut))
