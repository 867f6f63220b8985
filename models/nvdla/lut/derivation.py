"""How a value was looked up: where it falls in each table, and which of them decides."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.numbers.bits import Wide
from models.nvdla.lut.config import Entries, LutConfig, Tables
from models.nvdla.lut.locate import Located, choose_lo, locate_le, locate_lo


def places(
    value: Wide, config: LutConfig, tables: Tables, *, floating: bool, fraction_bits: int, signed: bool
) -> Iterator[tuple[str, str]]:
    """Where a value falls in both tables, and which one gives the result: pairs of what and text.

    Args:
        value: int64 [1]: an integer or an FP32 code.
        config: registers.
        tables: what is in the tables.
        floating: the value is an FP32 code.
        fraction_bits: bits that a fraction has.
        signed: as of `locate_le`.
    """
    le = locate_le(value, config, tables.le.size, floating=floating, fraction_bits=fraction_bits, signed=signed)
    lo = locate_lo(value, config, tables.lo.size, floating=floating, fraction_bits=fraction_bits)
    yield "table LE", _place(le, tables.le, fraction_bits)
    yield "table LO", _place(lo, tables.lo, fraction_bits)
    yield "decides", "LO" if bool(choose_lo(le, lo, config)[0]) else "LE"


def _place(place: Located, entries: Entries, fraction_bits: int) -> str:
    if not place.hit[0]:
        edge = entries[0] if place.below[0] else entries[-1]
        return f"{'below' if place.below[0] else 'above'} it, next to entry {_code(edge)}"
    index = int(place.index[0])
    part = int(place.fraction[0]) / (1 << fraction_bits)
    return (
        f"between entries {index} and {index + 1}, {_code(entries[index])} and {_code(entries[index + 1])}, at {part:g}"
    )


def _code(entry: np.int16) -> str:
    return f"{int(entry) & 0xFFFF:#06x}"
