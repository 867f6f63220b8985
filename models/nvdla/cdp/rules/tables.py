"""What is legal of CDP's look-up tables, of their registers and of what was written into them when a layer starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from models.breakers import with_field
from models.numbers.rounding import limits
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import UNIT, Cdp
from models.nvdla.cdp.rules.layer import CdpCase, Context, beyond, broken, of_bytes, small
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.legal import LutLimits
from models.nvdla.lut.rules import RuledTables, lut_rules
from models.nvdla.lut.start import TablesAtStart, whole_tables
from models.registers import WORD_BYTES
from models.rules import Broken, Rule

LAYERS = "docs/nvdla/pooling_and_normalisation.md, 'CDP layers'"
EDGE_BITS = 38
"""Of the registers of where tables begin and end."""
LARGEST_WORD = limits(8 * WORD_BYTES)[1]
"""Where the guide lets an exponential table end that covers more than 32 bits."""


def _limits(precision: str, selects: tuple[range, range], offsets: range) -> LutLimits:
    """What is legal of a precision: for LE and LO, and of LE's first power of two."""
    by_table = dict(zip(("LE", "LO"), selects, strict=True))
    largest = () if precision == "FP16" else (LARGEST_WORD,)
    return LutLimits(precision=precision, bits=EDGE_BITS, selects=by_table, offsets=offsets, largest=largest)


LIMITS: Mapping[str, LutLimits] = MappingProxyType(
    {
        item.precision: item
        for item in (
            _limits("INT8", (range(-6, 16), range(-8, 14)), range(-64, 21)),
            _limits("INT16", (range(-6, 32), range(-8, 30)), range(-64, 37)),
            _limits("FP16", (range(-128, 122), range(-128, 120)), range(-126, 128)),
        )
    }
)
"""What is legal of tables, by precision."""


def _registers(name: str) -> tuple[str, ...]:
    """Where a table begins and ends stands in two of them."""
    return (f"S_LUT_{name}",) if name == "INFO" else (f"S_LUT_{name}_LOW", f"S_LUT_{name}_HIGH")


def _broken(text: str, names: tuple[str, ...]) -> Broken:
    return broken(text, *(register for name in names for register in _registers(name)))


def _with_tables(case: CdpCase, exponential: bool, precision: str) -> Cdp:
    """A small layer whose table LE is exponential or not."""
    cdp = small(case, precision)
    return replace(cdp, lut=LutConfig.of(cdp.precision, exponential=exponential))


def _far_start(case: CdpCase, rng: np.random.Generator) -> CdpCase | None:
    """A table of INT8 that starts a bit too far out, where the configuration has INT8."""
    if (cdp := of_bytes(case)) is None:
        return None
    far, table = int(rng.choice(beyond(WIDTHS["INT8"].start))), str(rng.choice(("le", "lo")))
    where: LutRange = getattr(cdp.lut, table)
    moved = replace(where, start=far, end=far + where.end - where.start)
    return replace(case, subject=with_field(cdp, f"lut.{table}", moved))


LUT_RULES = lut_rules(Cdp, RuledTables(unit="cdp", limits=LIMITS, broken=_broken, small=_with_tables))


@LUT_RULES.rule(
    "cdp-lut-start",
    "A table of INT8 starts where 22 bits reach: half of the lanes look at no more.",
    LAYERS,
    _far_start,
)
def _start(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.settled:
        return
    bits = WIDTHS[cdp.precision].start
    for table, where in (("LE", cdp.lut.le), ("LO", cdp.lut.lo)):
        low, high = limits(bits)
        if not low <= where.start <= high:
            text = f"table {table} starts at {where.start}, of {cdp.precision} {low} to {high}"
            yield broken(text, *_registers(f"{table}_START"))


class CdpTables(TablesAtStart):
    """The tables of a layer of CDP."""


TABLE_RULES: tuple[Rule[CdpTables, HwConfig], ...] = (whole_tables(CdpTables, UNIT),)
