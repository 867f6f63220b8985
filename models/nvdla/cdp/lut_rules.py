"""What is legal of the registers of CDP's look-up tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from models.nvdla.cdp import lut_breakers as breakers
from models.nvdla.cdp.breakers import EDGE_BITS
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.sections import LAYERS, LUT_LIMITS, Context, broken
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.legal import LutLimits, Wrong
from models.nvdla.numbers.rounding import limits
from models.registers import WORD_BYTES
from models.rules import Broken, RuleList

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

Find = Callable[[LutLimits, LutConfig], Iterator[Wrong]]


def _finding(find: Find) -> Callable[[Cdp, Context], Iterator[Broken]]:
    """What is found wrong in the tables of a layer; of a reserved precision nothing is known."""

    def found(cdp: Cdp, _: Context) -> Iterator[Broken]:
        for text, names in find(LIMITS[cdp.precision], cdp.lut) if cdp.precision in LIMITS else ():
            yield broken(text, *(register for name in names for register in _registers(name)))

    return found


def _registers(name: str) -> tuple[str, ...]:
    """Where a table begins and ends stands in two of them."""
    return (f"S_LUT_{name}",) if name == "INFO" else (f"S_LUT_{name}_LOW", f"S_LUT_{name}_HIGH")


LUT_RULES = RuleList[Cdp, HwConfig](Cdp)

LUT_RULES.rule(
    "cdp-lut-select", "Entries of linear tables are as far apart as the part can tell.", LUT_LIMITS, breakers.select
)(_finding(LutLimits.wrong_select))

LUT_RULES.rule(
    "cdp-lut-linear-end",
    "A linear table ends as far from its start as its intervals reach.",
    LUT_LIMITS,
    breakers.linear_end,
)(_finding(LutLimits.wrong_linear_end))

LUT_RULES.rule(
    "cdp-lut-offset",
    "The first power of two of an exponential table is one that the part can tell.",
    LUT_LIMITS,
    breakers.offset,
)(_finding(LutLimits.wrong_offset))

LUT_RULES.rule(
    "cdp-lut-exponential-end",
    "An exponential table ends at its last power of two behind its start, or at the largest number.",
    LUT_LIMITS,
    breakers.exponential_end,
)(_finding(LutLimits.wrong_exponential_end))

LUT_RULES.rule(
    "cdp-lut-float-start",
    "A linear table of floating-point numbers starts where its end still differs from its start.",
    LUT_LIMITS,
    breakers.float_start,
)(_finding(LutLimits.wrong_float_start))


@LUT_RULES.rule(
    "cdp-lut-start",
    "A table of INT8 starts where 22 bits reach: half of the lanes look at no more.",
    LAYERS,
    breakers.start,
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
