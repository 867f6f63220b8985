"""What is legal of the registers of SDP's look-up tables, of layers that use them."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, SINGLE_MASK, end_of, single
from models.nvdla.sdp import lut_mutants as mutants
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.sections import LUT_LIMITS, Context, SdpRule, broken
from models.registers import WORD_BYTES
from models.rules import Broken, Rule

BITS = 8 * WORD_BYTES
SELECTS = {
    (False, "LE"): range(-6, 26),
    (False, "LO"): range(-8, 24),
    (True, "LE"): range(-128, 122),
    (True, "LO"): range(-128, 120),
}
"""Legal distances of entries, by their logarithm: of floating-point numbers or not, of which table."""
OFFSETS = {False: range(-64, 32), True: range(-126, 128)}
START_BITS = 24
"""A table of floating-point numbers starts below so many bits of what it covers, that its end lie behind its start."""


def _floating(sdp: Sdp) -> bool:
    return sdp.precision == "FP16"


def _linear(lut: LutConfig) -> Iterator[tuple[str, LutRange]]:
    """The linear tables."""
    if not lut.exponential:
        yield "LE", lut.le
    yield "LO", lut.lo


def _select(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for table, where in _linear(sdp.lut) if sdp.lut else ():
        legal = SELECTS[_floating(sdp), table]
        if where.select not in legal:
            text = f"LUT_{table}_INDEX_SELECT is {where.select}, of {sdp.precision} {legal.start} to {legal.stop - 1}"
            yield broken(text, "S_LUT_INFO")


def _linear_end(sdp: Sdp, _: Context) -> Iterator[Broken]:
    floating = _floating(sdp)
    for table, where in _linear(sdp.lut) if sdp.lut else ():
        if where.select not in SELECTS[floating, table]:
            continue  # a rule of its own
        expected = end_of(where.start, where.select + LINEAR_BITS[table], BITS, floating=floating)
        if where.end != expected:
            yield _wrong_end(table, where, expected, floating=floating)


def _wrong_end(table: str, where: LutRange, expected: int, *, floating: bool) -> Broken:
    words = [f"{word & SINGLE_MASK:#x}" if floating else f"{word}" for word in (where.start, where.end, expected)]
    text = f"table {table} from {words[0]} ends at {words[1]}, must end at {words[2]} with its entries as far apart"
    return broken(text, f"S_LUT_{table}_START", f"S_LUT_{table}_END", "S_LUT_INFO")


def _offset(sdp: Sdp, _: Context) -> Iterator[Broken]:
    legal = OFFSETS[_floating(sdp)]
    if sdp.lut and sdp.lut.exponential and sdp.lut.le_offset not in legal:
        text = f"LUT_LE_INDEX_OFFSET is {sdp.lut.le_offset}, of {sdp.precision} {legal.start} to {legal.stop - 1}"
        yield broken(text, "S_LUT_INFO")


def _exponential_end(sdp: Sdp, _: Context) -> Iterator[Broken]:
    lut, floating = sdp.lut, _floating(sdp)
    if lut is None or not lut.exponential or lut.le_offset not in OFFSETS[floating]:
        return
    expected = end_of(lut.le.start, lut.le_offset + EXPONENTIAL_INTERVALS, BITS, floating=floating)
    if lut.le.end != expected:
        yield _wrong_end("LE", lut.le, expected, floating=floating)


def _float_start(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for table, where in _linear(sdp.lut) if sdp.lut and _floating(sdp) else ():
        exponent = where.select + LINEAR_BITS[table] + START_BITS
        if not abs(single(where.start)) < 2.0**exponent:
            text = f"table {table} starts at {where.start & SINGLE_MASK:#x}, not below 2^{exponent}: it covers nothing"
            yield broken(text, f"S_LUT_{table}_START", "S_LUT_INFO")


LUT_RULES: tuple[SdpRule, ...] = (
    Rule(
        name="sdp-lut-select",
        of=Sdp,
        text="Entries of linear tables are as far apart as the part can tell.",
        section=LUT_LIMITS,
        find=_select,
        break_it=mutants.select,
    ),
    Rule(
        name="sdp-lut-linear-end",
        of=Sdp,
        text="A linear table ends as far from its start as its intervals reach.",
        section=LUT_LIMITS,
        find=_linear_end,
        break_it=mutants.linear_end,
    ),
    Rule(
        name="sdp-lut-offset",
        of=Sdp,
        text="The first power of two of an exponential table is one that the part can tell.",
        section=LUT_LIMITS,
        find=_offset,
        break_it=mutants.offset,
    ),
    Rule(
        name="sdp-lut-exponential-end",
        of=Sdp,
        text="An exponential table ends at its last power of two behind its start, or at the largest number.",
        section=LUT_LIMITS,
        find=_exponential_end,
        break_it=mutants.exponential_end,
    ),
    Rule(
        name="sdp-lut-float-start",
        of=Sdp,
        text="A linear table of floating-point numbers starts where its end still differs from its start.",
        section=LUT_LIMITS,
        find=_float_start,
        break_it=mutants.float_start,
    ),
)
