"""Sums in FP17 against Python's integers, as the documents describe them."""

import numpy as np
import pytest

from models.nvdla.numbers.formats import FP17, FloatFormat
from models.nvdla.numbers.wide import half_from_wide, wide_from_half
from tests.unit.nvdla.conv.test_numbers import CODES, fraction

SMALL = FloatFormat(4, 3)


def plain_sum(a, b, form):
    """A code of a sum: a field of 2M + 3 bits, no bit for what is lost below it."""
    mantissa, exponents = form.mantissa_bits, form.exponent_bits
    sign, special = 1 << mantissa + exponents, (1 << exponents) - 1
    for code in (a, b):
        if code % sign > special << mantissa:
            return code
    larger, smaller = (a, b) if a % sign >= b % sign else (b, a)
    parts = []
    for code in (larger, smaller):
        exponent, rest = divmod(code % sign, 1 << mantissa)
        parts.append((exponent, (rest | 1 << mantissa) if code % sign else 0))
    (exponent, high), (other, low) = parts
    field = 2 * mantissa + 3
    high, low = high << mantissa + 2, low << mantissa + 2 >> exponent - other
    total = high - low if (a ^ b) & sign else high + low
    most = max(exponent, special - 1)  # a special exponent that came in stays if nothing carries out of it
    if total.bit_length() > field:
        total, exponent = total >> 1, exponent + 1
    else:
        lead = field - total.bit_length()
        if exponent <= lead or not total:
            return larger & sign
        total, exponent = total << lead, exponent - lead
        most = max(exponent, special - 1)
    kept, lost = divmod(total, 1 << mantissa + 2)
    half = 1 << mantissa + 1
    kept += lost > half or (lost == half and kept & 1)
    if kept >> mantissa + 1:
        kept, exponent = kept >> 1, exponent + 1
    if exponent > most:
        return larger & sign | (special << mantissa) - 1
    return larger & sign | exponent << mantissa | kept - (1 << mantissa)


def test_all_sums_of_a_small_format():
    codes = np.arange(256, dtype=np.int64)
    sums = SMALL.add(codes[:, None], codes)
    assert sums.tolist() == [[plain_sum(a, b, SMALL) for b in range(256)] for a in range(256)]


@pytest.mark.parametrize("spread", [1 << 17, 1 << 12])
def test_sums_of_fp17(spread, rng):
    first = rng.integers(0, 1 << 17, 3000)
    second = (first ^ rng.integers(0, spread, 3000)) & (1 << 17) - 1
    sums, differences = FP17.add(first, second), FP17.subtract(first, second)
    for a, b, total, difference in zip(*(x.tolist() for x in (first, second, sums, differences)), strict=True):
        assert total == plain_sum(a, b, FP17)
        assert difference == plain_sum(a, b ^ 0x10000, FP17)


def test_halves_are_exact_in_fp17():
    wide = wide_from_half(CODES)
    for code, found in zip(CODES.tolist(), wide.tolist(), strict=True):
        kind = code & 0x7FFF
        if kind < 0x7C00:
            assert fraction(found, 6) == fraction(code)
            assert found >> 16 == code >> 15
        else:
            expected = 0xFBFF if kind == 0x7C00 else 0xFC00 | code & 0x3FF
            assert found == (code >> 15 << 16 | expected)
    finite = CODES[CODES & 0x7FFF != 0x7C00]
    assert (half_from_wide(wide_from_half(finite)) == finite).all()


def test_fp17_is_rounded_to_halves():
    pairs = ((0x0FBFF, 0x7BFF), (0x1FBFF, 0xFBFF), (0x0BBFF, 0x7BFF), (0x0BC00, 0x7BFF), (0x10001, 0x8000))
    codes, expected = zip(*pairs, strict=True)
    assert half_from_wide(np.array(codes)).tolist() == list(expected)
    denormal = np.array([0x05C00, 0x05400, 0x05000, 0x05001])  # 2**-8 ... of the smallest normal FP16 and below
    values = [float(fraction(int(code), 6)) for code in denormal]
    assert half_from_wide(denormal).tolist() == np.array(values, np.float16).view(np.uint16).tolist()
