"""CDP by Python's integers and fractions, one element at a time, as the documents describe it."""

from collections import Counter
from fractions import Fraction
from math import floor

import numpy as np

from models.nvdla.numbers.formats import FP17, FP32
from models.nvdla.numbers.wide import half_from_wide, wide_from_half
from tests.unit.nvdla.conv.plain import clamp, round_shift
from tests.unit.nvdla.conv.test_sums import plain_sum
from tests.unit.nvdla.sdp.plain_floats import encode, is_nan, plain_less, plain_narrow, plain_product, plain_widened
from tests.unit.nvdla.sdp.plain_lut import HIT, OVER, UNDER, half, place

WIDTHS = {"INT8": (8, 9, 25), "INT16": (16, 17, 32)}
"""Bits of the input convertor's offset and output, and of the output convertor's offset."""


def low_bits(number, bits):
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def between(entries, index, fraction, floating):
    y0, y1 = int(entries[index]), int(entries[index + 1])
    if not floating:
        return clamp(y0 + round_shift((y1 - y0) * fraction, 16), 16)
    step = plain_narrow(plain_less(plain_widened(half(y1)), plain_widened(half(y0)), FP32))
    return plain_sum(plain_product(step, encode(Fraction(fraction, 1 << 16), FP17), FP17), half(y0), FP17)


def outside(x, entry, base, slope, floating):
    if not floating:
        rise = (x - base) * slope.scale
        rise = round_shift(rise, slope.shift) if slope.shift >= 0 else rise << -slope.shift
        return clamp(int(entry) + rise, 16)
    rise = plain_product(plain_narrow(plain_less(x, base, FP32)), half(np.int16(slope.scale)), FP17)
    return plain_sum(rise, half(int(entry)), FP17)


def first_of(config, floating):
    """Where LE's slope below begins: the place of its first entry."""
    start, power = config.le.start, Fraction(2) ** config.le_offset
    if floating:
        bias = encode(power, FP32) if config.exponential and config.le_offset > -127 else 0
        return plain_sum(bias, start & 0xFFFF_FFFF, FP32)
    return start + int(power) if config.exponential and config.le_offset >= 0 else start


def plain_factor(x, config, tables, floating):
    """What the tables give, and what is counted."""
    power = ("exponential", config.le_offset) if config.exponential else ("linear", config.le.select)
    le = place(x, config.le.start, len(tables.le) - 1, power, floating)
    lo = place(x, config.lo.start, len(tables.lo) - 1, ("linear", config.lo.select), floating)
    fates = (le[0], lo[0])
    counted, use_lo = {
        (UNDER, UNDER): ("underflow", config.underflow_lo),
        (OVER, OVER): ("overflow", config.overflow_lo),
        (HIT, UNDER): ("le_hit", False),
        (HIT, OVER): ("le_hit", False),
        (UNDER, HIT): ("lo_hit", True),
        (OVER, HIT): ("lo_hit", True),
    }.get(fates, ("hybrid", config.hybrid_lo))
    if floating and is_nan(x, FP32):
        return plain_narrow(x), counted
    (fate, index, fraction), entries, table = (lo, tables.lo, config.lo) if use_lo else (le, tables.le, config.le)
    if fate == HIT:
        return between(entries, index, floor(Fraction(fraction, 1 << 19)), floating), counted
    edge = (lambda number: number & 0xFFFF_FFFF) if floating else int
    if fate == OVER:
        return outside(x, entries[-1], edge(table.end), table.overflow, floating), counted
    base = edge(table.start) if use_lo else first_of(config, floating)
    return outside(x, entries[0], base, table.underflow, floating), counted


def convert(x, convertor, offset_bits, bits):
    """Through a convertor, and whether it counts as saturated."""
    scaled = (x - low_bits(convertor.offset, offset_bits)) * convertor.scale
    result = clamp(round_shift(scaled, convertor.shift), bits)
    return result, abs((scaled >> convertor.shift) - result) > 1


def plain_sums(values, size, floating):
    """Sums of squares of a column of lanes."""
    zero = [0] * (size // 2)
    padded = [*zero, *values, *zero]
    if not floating:
        return [sum(x * x for x in padded[lane : lane + size]) for lane in range(len(values))]
    squares, sums = [plain_product(x, x, FP32) for x in padded], []
    for lane in range(len(values)):
        around, middle = squares[lane : lane + size], size // 2
        total = plain_sum(plain_sum(around[middle - 1], around[middle + 1], FP32), around[middle], FP32)
        for far in range(2, middle + 1):
            total = plain_sum(total, plain_sum(around[middle - far], around[middle + far], FP32), FP32)
        sums.append(total)
    return sums


def plain_column(column, channels, how):
    """All lanes of a pixel: codes, which saturated, and what was counted.

    Args:
        column: numbers of the lanes, FP16 codes without sign.
        channels: of the cube.
        how: a `Normaliser`.
    """
    floating = how.precision == "FP16"
    if floating:
        values = [int(wide_from_half(np.array([code], np.uint16))[0]) for code in column]
        values = [0 if how.nan_to_zero and is_nan(x, FP17) else x for x in values]
    else:
        in_bits, converted, out_bits = WIDTHS[how.precision]
        values = [convert(x, how.in_convertor, in_bits, converted)[0] for x in column]
    values = [*values[:channels], *[0] * (len(values) - channels)]
    singles = [plain_widened(x) for x in values] if floating else values
    sums = singles if how.bypass_squares else plain_sums(singles, how.local_size, floating)
    codes, saturated, counted = [], [], Counter()
    for x, total in zip(values, sums, strict=True):
        factor, name = plain_factor(total, how.lut, how.tables, floating)
        counted[name] += 1
        if floating:
            kept = x if x & 0xFFFF > 0xFC00 else factor  # a NaN
            product = kept if how.bypass_product else plain_product(x, factor, FP17)
            code = int(half_from_wide(np.array([product]))[0])
            codes.append(code)
            saturated.append(code & 0x7FFF == 0x7BFF)
        else:
            product = factor if how.bypass_product else factor * x
            code, far = convert(product, how.out_convertor, out_bits, int(how.precision.removeprefix("INT")))
            codes.append(code)
            saturated.append(far)
    return codes, saturated, counted
