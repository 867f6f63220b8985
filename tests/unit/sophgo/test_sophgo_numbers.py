"""Shifts, roundings and rotations, against fractions and whole numbers."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest

from models.sophgo.numbers import Rounding, rotated, saturate, shift, shift_saturate, wrap

VALUES = [0, 1, -1, 2, -2, 3, -3, 5, -5, 6, -6, 7, 127, -128, 1 << 31, -(1 << 31), (1 << 62) - 1, -(1 << 62)]


def rounded(value, rounding):
    """A fraction as a whole number."""
    nearest, half = floor(value + Fraction(1, 2)), value - floor(value) == Fraction(1, 2)
    return {
        Rounding.HALF_EVEN: round(value),
        Rounding.HALF_AWAY: ceil(value) if half and value > 0 else floor(value) if half else nearest,
        Rounding.TO_ZERO: int(value),
        Rounding.FLOOR: floor(value),
        Rounding.CEIL: ceil(value),
        Rounding.HALF_UP: nearest,
        Rounding.HALF_DOWN: floor(value) if half else nearest,
    }[rounding]


@pytest.mark.parametrize("rounding", Rounding)
@pytest.mark.parametrize("by", [0, 1, 2, 7, 31, 62, 63, 64, 100])
def test_roundings_are_those_of_fractions(rounding, by):
    expected = [rounded(Fraction(value, 1 << by), rounding) for value in VALUES]
    assert shift(np.array(VALUES), -by, rounding).tolist() == expected


def test_each_element_is_shifted_by_its_own_number():
    values, by = np.array([[5, 6, 7]]), np.array([[1], [-1]])
    assert shift(values, by, Rounding.HALF_EVEN).tolist() == [[10, 12, 14], [2, 3, 4]]


@pytest.mark.parametrize("by", [0, 3, 31, np.array([31])])
def test_what_64_bits_cannot_hold_saturates(by):
    ends = np.array([(1 << 62), -(1 << 62)])
    assert shift_saturate(ends, by, 0, np.dtype(np.int16)).tolist() == [32767, -32768]


def test_ends_of_types():
    values = np.array([-300, -128, 0, 127, 128, 300])
    assert saturate(values, np.dtype(np.int8)).tolist() == [-128, -128, 0, 127, 127, 127]
    assert wrap(values, np.dtype(np.uint8)).tolist() == [212, 128, 0, 127, 128, 44]


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32])
def test_bits_go_around_the_end(dtype):
    bits = 8 * np.dtype(dtype).itemsize
    value = np.array([0x1234_5681 & (1 << bits) - 1]).astype(f"u{bits // 8}").view(dtype)
    text = f"{int(value.view(f'u{bits // 8}')[0]):0{bits}b}"
    for by in range(-bits, bits + 1):
        assert f"{int(rotated(value, np.array([by]))[0]):0{bits}b}" == text[by % bits :] + text[: by % bits], by
