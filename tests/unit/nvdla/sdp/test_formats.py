"""Products, comparisons and conversions of floating-point numbers against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest

from models.numbers.rounding import shift_left_saturate, shift_right, shift_signed_saturate
from models.nvdla.numbers.formats import FP17, FP32, FloatFormat
from models.nvdla.numbers.wide import single_from_wide, wide_from_fraction, wide_from_single
from tests.unit.nvdla.conv.plain import clamp, round_shift
from tests.unit.nvdla.conv.test_sums import plain_sum
from tests.unit.nvdla.sdp.plain_floats import encode, plain_extreme, plain_narrow, plain_product, plain_widened

SMALL = FloatFormat(4, 3)


def codes_of(form, rng, count):
    """Codes of all kinds, half of them near one, so that they meet."""
    codes = rng.integers(0, 2 * form.sign, count)
    near = (form.bias - 3 << form.mantissa_bits) + rng.integers(0, 6 << form.mantissa_bits, count)
    return np.where(rng.random(count) < 0.5, near | codes & form.sign, codes)


def test_all_products_and_extremes_of_a_small_format():
    codes = np.arange(256, dtype=np.int64)
    for found, plain in (
        (SMALL.multiply(codes[:, None], codes), lambda a, b: plain_product(a, b, SMALL)),
        (SMALL.maximum(*np.broadcast_arrays(codes[:, None], codes)), lambda a, b: plain_extreme(a, b, SMALL, True)),
        (SMALL.minimum(*np.broadcast_arrays(codes[:, None], codes)), lambda a, b: plain_extreme(a, b, SMALL, False)),
    ):
        assert found.tolist() == [[plain(a, b) for b in range(256)] for a in range(256)]


@pytest.mark.parametrize("form", [FP17, FP32])
def test_sums_and_products_of_wide_formats(form, rng):
    first, second = codes_of(form, rng, 1000), codes_of(form, rng, 1000)
    sums, products = form.add(first, second), form.multiply(first, second)
    for a, b, total, product in zip(*(x.tolist() for x in (first, second, sums, products)), strict=True):
        assert total == plain_sum(a, b, form)
        assert product == plain_product(a, b, form)


def test_products_are_lifted_to_the_smallest_normal_number():
    below = FP32.multiply(np.array([0x1F803039]), np.array([0x207F9FB2]))
    assert below.tolist() == [0x0080_0000], "an exponent of 0 that rounding carries out of"
    assert FP32.multiply(np.array([0x1F803039]), np.array([0xA07F9FB1])).tolist() == [0x8000_0000]


def test_fp17_and_fp32(rng):
    edge = (96 << 23) + 0x7FE000
    singles = np.array([edge - 1, edge, edge + 1, edge | FP32.sign, 0x7FC0_0000, 0xFF80_0005, 0x7F80_0000, 1])
    singles = np.concatenate([singles, codes_of(FP32, rng, 500), rng.integers(95 << 23, 98 << 23, 200)])
    assert wide_from_single(singles).tolist() == [plain_narrow(code) for code in singles.tolist()]
    assert wide_from_single(np.array([edge - 1, edge])).tolist() == [0, 0x400]
    wide = np.arange(0, 1 << 17, 7)
    wide = np.concatenate([wide, [0xFC00, 0x1FC00, 0xFC01]])
    assert single_from_wide(wide).tolist() == [plain_widened(code) for code in wide.tolist()]


def test_fractions_become_fp17(rng):
    values = [0, 1, 15, 16, 31, 32, 33, (1 << 35) - 1, (1 << 35) - (1 << 24), *range(2047, 2053)]
    values += (rng.integers(0, 1 << 35, 300) >> rng.integers(0, 35, 300)).tolist()
    expected = [encode(Fraction(value, 1 << 35), FP17) for value in values]
    assert wide_from_fraction(np.array(values), 35).tolist() == expected


def test_shifts_of_the_largest_integers():
    values = [2**62, -(2**62), 2**62 - 1, 2**63 - 1, 1 - 2**63, 3, -3, 0]
    for shift in (0, 1, 2, 31, 61, 62, 63, 64, 1023):
        assert shift_right(np.array(values), shift).tolist() == [round_shift(value, shift) for value in values]
    for shift in (0, 1, 15, 30, 31, 32, 63):
        expected = [clamp(value << shift, 32) for value in values]
        assert shift_left_saturate(np.array(values), shift, 32).tolist() == expected
        assert shift_signed_saturate(np.array(values), -shift, 32).tolist() == expected
