"""What is legal of the registers of CDP's look-up tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.rules.breakers import EDGE_BITS, far_start, with_exponential
from models.nvdla.cdp.rules.sections import LAYERS, Context, broken
from models.nvdla.lut.legal import LutLimits
from models.nvdla.lut.rules import RuledTables, lut_rules
from models.nvdla.numbers.rounding import limits
from models.registers import WORD_BYTES
from models.rules import Broken

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


LUT_RULES = lut_rules(Cdp, RuledTables(unit="cdp", limits=LIMITS, broken=_broken, small=with_exponential))


@LUT_RULES.rule(
    "cdp-lut-start",
    "A table of INT8 starts where 22 bits reach: half of the lanes look at no more.",
    LAYERS,
    far_start,
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
