"""What is legal of the registers of SDP's look-up tables, of layers that use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.legal import LutLimits, Wrong
from models.nvdla.sdp import lut_breakers as breakers
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.sections import LUT_LIMITS, Context, broken
from models.registers import WORD_BYTES
from models.rules import Broken, RuleList

BITS = 8 * WORD_BYTES
SELECTS = {
    (False, "LE"): range(-6, 26),
    (False, "LO"): range(-8, 24),
    (True, "LE"): range(-128, 122),
    (True, "LO"): range(-128, 120),
}
"""Legal distances of entries, by their logarithm: of floating-point numbers or not, of which table."""
OFFSETS = {False: range(-64, 32), True: range(-126, 128)}

Find = Callable[[LutLimits, LutConfig], Iterator[Wrong]]


def lut_limits(precision: str) -> LutLimits:
    """What is legal of tables for numbers of a precision."""
    floating = precision == "FP16"
    selects = {table: SELECTS[floating, table] for table in ("LE", "LO")}
    return LutLimits(precision=precision, bits=BITS, selects=selects, offsets=OFFSETS[floating])


def _finding(find: Find) -> Callable[[Sdp, Context], Iterator[Broken]]:
    """What is found wrong in the tables of a layer that uses them."""

    def found(sdp: Sdp, _: Context) -> Iterator[Broken]:
        for text, names in find(lut_limits(sdp.precision), sdp.lut) if sdp.lut else ():
            yield broken(text, *(f"S_LUT_{name}" for name in names))

    return found


LUT_RULES = RuleList[Sdp, HwConfig](Sdp)

LUT_RULES.rule(
    "sdp-lut-select", "Entries of linear tables are as far apart as the part can tell.", LUT_LIMITS, breakers.select
)(_finding(LutLimits.wrong_select))

LUT_RULES.rule(
    "sdp-lut-linear-end",
    "A linear table ends as far from its start as its intervals reach.",
    LUT_LIMITS,
    breakers.linear_end,
)(_finding(LutLimits.wrong_linear_end))

LUT_RULES.rule(
    "sdp-lut-offset",
    "The first power of two of an exponential table is one that the part can tell.",
    LUT_LIMITS,
    breakers.offset,
)(_finding(LutLimits.wrong_offset))

LUT_RULES.rule(
    "sdp-lut-exponential-end",
    "An exponential table ends at its last power of two behind its start, or at the largest number.",
    LUT_LIMITS,
    breakers.exponential_end,
)(_finding(LutLimits.wrong_exponential_end))

LUT_RULES.rule(
    "sdp-lut-float-start",
    "A linear table of floating-point numbers starts where its end still differs from its start.",
    LUT_LIMITS,
    breakers.float_start,
)(_finding(LutLimits.wrong_float_start))
