"""SDP's look-up tables by Python's integers and fractions, one value at a time, as the documents describe them."""

from fractions import Fraction
from math import floor

import numpy as np

from models.nvdla.numbers.formats import FP17, FP32
from models.nvdla.numbers.wide import wide_from_half
from tests.unit.nvdla.conv.plain import clamp, round_shift
from tests.unit.nvdla.conv.test_sums import plain_sum
from tests.unit.nvdla.sdp.plain_floats import (
    encode,
    is_nan,
    plain_less,
    plain_narrow,
    plain_product,
    plain_widened,
    value,
)

HIT, UNDER, OVER = "hit", "under", "over"


def place(x, start, last, power, floating):
    """Where a value falls: what becomes of it, the entry, and the fraction as an exact one.

    Args:
        x: the value.
        start: of the table.
        last: number of the last entry.
        power: what says how entries lie: ("linear", select) or ("exponential", offset).
        floating: codes of FP32.
    """
    if floating:
        d = plain_less(x, start & 0xFFFF_FFFF, FP32)
        if is_nan(d, FP32) or d >> 31 or not d:
            return UNDER, 0, 0
        d = value(d, FP32)
    else:
        d = Fraction(x - start)
        if d <= 0:
            return UNDER, 0, 0
    kind, number = power
    if kind == "linear":
        position = d / Fraction(2) ** number
        index, fraction = floor(position), position % 1
    else:
        k = d.numerator.bit_length() - d.denominator.bit_length()
        k -= d < Fraction(2) ** k
        if k < number:
            return UNDER, 0, 0
        index, fraction = k - number, d / Fraction(2) ** k - 1
    return (OVER, last, 0) if index >= last else (HIT, index, floor(fraction * 2**35))


def half(code):
    return int(wide_from_half(np.array([code], np.int16).view(np.uint16))[0])


def between(entries, index, fraction, floating):
    y0, y1 = int(entries[index]), int(entries[index + 1])
    if not floating:
        return clamp(round_shift(y0 * (2**35 - fraction) + y1 * fraction, 35), 32)
    first = plain_product(encode(Fraction(2**35 - fraction, 2**35), FP17), half(y0), FP17)
    second = plain_product(encode(Fraction(fraction, 2**35), FP17), half(y1), FP17)
    return plain_widened(plain_sum(first, second, FP17))


def outside(x, entry, base, bias, slope, floating):  # noqa: PLR0917 - as many as there are
    if not floating:
        rise = (x - (base + bias)) * slope.scale
        rise = round_shift(rise, slope.shift) if slope.shift >= 0 else rise << -slope.shift
        return clamp(int(entry) + clamp(rise, 32), 32)
    base = plain_sum(base & 0xFFFF_FFFF, bias, FP32)
    rise = plain_product(plain_narrow(plain_less(x, base, FP32)), half(np.int16(slope.scale)), FP17)
    return plain_widened(plain_sum(half(int(entry)), rise, FP17))


def plain_look_up(x, config, tables, floating):
    """The value, and what counters say of it: a set of their names."""
    power = ("exponential", config.le_offset) if config.exponential else ("linear", config.le.select)
    le = place(x, config.le.start, len(tables.le) - 1, power, floating)
    lo = place(x, config.lo.start, len(tables.lo) - 1, ("linear", config.lo.select), floating)
    fates = (le[0], lo[0])
    if fates == (UNDER, UNDER):
        use_lo = config.underflow_lo
    elif fates == (OVER, OVER):
        use_lo = config.overflow_lo
    elif fates == (HIT, HIT) or HIT not in fates:
        use_lo = config.hybrid_lo
    else:
        use_lo = lo[0] == HIT
    (fate, index, fraction), entries, table = (lo, tables.lo, config.lo) if use_lo else (le, tables.le, config.le)
    counted = {name for name, found in (("le_hit", le[0]), ("lo_hit", lo[0])) if found == HIT}
    if fate == HIT:
        return between(entries, index, fraction, floating), counted | {"hybrid"}
    if fate == OVER:
        return outside(x, entries[-1], table.end, 0, table.overflow, floating), counted | {"overflow"}
    bias = 0
    if config.exponential and not use_lo:
        offset = config.le_offset
        bias = encode(Fraction(2) ** offset, FP32) if floating else (1 << offset if 0 <= offset < 32 else 0)
    return outside(x, entries[0], table.start, bias, table.underflow, floating), counted | {"underflow"}
