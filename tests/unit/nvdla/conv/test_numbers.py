"""Rounding, saturation and conversions against Python's integers and fractions."""

from fractions import Fraction

import numpy as np
import pytest

from models.numbers.rounding import limits, shift_right, shift_saturate
from models.nvdla.numbers.floats import (
    half_from_integer,
    half_from_single,
    half_is_infinity,
    half_is_nan,
    int16_from_half,
    single_from_half,
    single_is_nan,
)
from models.nvdla.numbers.saturated import saturation_flags
from tests.unit.nvdla.conv.plain import clamp, round_shift

CODES = np.arange(1 << 16, dtype=np.uint32).astype(np.uint16)


def fraction(code, exponent_bits=5, mantissa_bits=10):
    """The value of a finite code."""
    exponent, mantissa = code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
    if exponent:
        mantissa |= 1 << mantissa_bits
    scale = max(exponent, 1) - (1 << exponent_bits - 1) + 1 - mantissa_bits
    sign = -1 if code >> exponent_bits + mantissa_bits else 1
    return sign * mantissa * Fraction(2) ** scale


FINITE = [fraction(code) for code in range(0x7C00)]


def nearest(value):
    """The code of the positive half nearest to a value, ties to even; the largest for all that is larger."""
    high = next((code for code, other in enumerate(FINITE) if other >= value), 0x7BFF)
    low = max(high - 1, 0)
    below, above = value - FINITE[low], FINITE[high] - value
    return low if below < above or (below == above and low % 2 == 0) else high


@pytest.mark.parametrize("shift", [0, 1, 5, 16, 40, 62, 63])
def test_shifts_round_half_away_from_zero(shift, rng):
    values = [sign * (1 << at) + step for sign in (1, -1) for at in (1, shift // 2, 50) for step in range(-4, 5)]
    values += rng.integers(-(1 << 50), 1 << 50, 50).tolist()
    expected = [round_shift(value, shift) for value in values]
    assert shift_right(np.array(values), shift).tolist() == expected
    assert shift_saturate(np.array(values), shift, 17).tolist() == [clamp(value, 17) for value in expected]


def test_the_saturation_flag_forgives_a_difference_of_one():
    values = np.array([65534, 65535, 65536, 65537, -65536, -65537, -65538])
    assert saturation_flags(values, 0, 17).tolist() == [False, False, False, True, False, False, True]
    clamped = saturation_flags(values, 0, 17, margin=False)
    assert clamped.tolist() == (np.abs(values - np.clip(values, -(1 << 16), (1 << 16) - 1)) > 0).tolist()
    assert saturation_flags(values * 4 + 3, 2, 17).tolist() == [False, False, False, True, False, False, True]
    assert limits(17) == (-65536, 65535)


def test_halves_are_told_apart():
    special = CODES & 0x7C00 == 0x7C00
    assert (half_is_nan(CODES) == (special & (CODES & 0x3FF != 0))).all()
    assert (half_is_infinity(CODES) == (special & (CODES & 0x3FF == 0))).all()


def test_every_half_is_widened_exactly():
    wide = single_from_half(CODES)
    for code in (0, 1, 0x3FF, 0x400, 0x3C00, 0x7BFF, 0x8000, 0x8001, 0xABCD, *range(5, 0x7C00, 97)):
        assert fraction(int(wide[code]), 8, 23) == fraction(code)
    assert wide[0x8000] == 0x8000_0000, "the sign of zero is kept"
    assert [wide[0x7C00], wide[0xFC00]] == [0x7F7F_FFFF, 0xFF7F_FFFF]
    assert [wide[0x7E01], wide[0xFC05]] == [0x7F80_0201, 0xFF80_0005]
    finite = (CODES & 0x7C00) != 0x7C00
    assert (half_from_single(wide)[finite] == CODES[finite]).all()
    assert (half_from_single(wide)[half_is_nan(CODES)] == CODES[half_is_nan(CODES)]).all()


def test_singles_are_rounded_to_even(rng):
    codes = [0x3880_1000, 0x3880_3000, 0x3380_0000, 0x3300_0000, 0x3300_0001, 0x477F_EFFF, 0x477F_F000, 0x7F7F_FFFF]
    codes += (rng.integers(0x3200_0000, 0x4780_0000, 40)).tolist()
    got = half_from_single(np.array(codes, np.uint32))
    assert got.tolist() == [nearest(fraction(code, 8, 23)) for code in codes]
    negative = half_from_single(np.array(codes, np.uint32) | np.uint32(1 << 31))
    assert (negative == got | 0x8000).all()
    assert single_is_nan(np.array([0x7F80_0000, 0x7F80_0001, 0xFFC0_0000], np.uint32)).tolist() == [False, True, True]
    assert half_from_single(np.array([0x7F80_0000, 0xFF80_0000], np.uint32)).tolist() == [0x7BFF, 0xFBFF]


def test_integers_become_halves(rng):
    values = [0, 1, -1, 2049, 2051, 65503, 65519, 65520, 65535, -65536, *rng.integers(-65536, 65536, 40).tolist()]
    got = half_from_integer(np.array(values))
    assert got.tolist() == [nearest(abs(value)) | (value < 0) << 15 for value in values]


def test_halves_become_integers():
    got = int16_from_half(CODES)
    for code in (0x3800, 0x3DFF, 0x3E00, 0x4100, 0x77FF, 0x7800, 0xB800, 0xF800, *range(3, 0x7C00, 101)):
        value = fraction(code)
        scaled = int(value * (1 << 24))
        assert got[code] == clamp(round_shift(scaled, 24), 16)
    assert [got[0x7C00], got[0xFC00], got[0x7C01], got[0xFE00]] == [32767, -32768, -32768, -32768]
