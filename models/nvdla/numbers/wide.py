"""FP17, and FP32 as int64 codes, from and to other formats (docs/nvdla/numbers.md, 'Conversions between formats')."""

from __future__ import annotations

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide, bit_length
from models.nvdla.numbers.floats import (
    HALF_PAYLOAD,
    HALF_SIGN,
    SIGN_SHIFT,
    Halves,
    half_from_single,
    half_is_nan,
    single_from_half,
)
from models.nvdla.numbers.formats import FP17, FP32

EXPONENT = FP32.bias - FP17.bias << FP17.mantissa_bits
"""What is added to an FP17 code for the exponent of FP32."""
MANTISSA = FP32.mantissa_bits - FP17.mantissa_bits
"""Bits that a mantissa of FP32 has more."""
SMALLEST_NORMAL = 1 << FP17.mantissa_bits
ALMOST_NORMAL = (SMALLEST_NORMAL + EXPONENT << MANTISSA) - (1 << MANTISSA)
"""The FP32 code half a denormal step below the smallest normal number of FP17."""
ONE = FP17.bias << FP17.mantissa_bits


def wide_from_half(codes: Halves) -> Wide:
    """FP16 as FP17, exact; infinities become the largest number."""
    singles = single_from_half(codes).astype(np.int64)
    magnitudes = (singles & FP32.sign - 1) >> MANTISSA
    magnitudes -= np.where(magnitudes, EXPONENT, 0)
    magnitudes = np.minimum(magnitudes, FP17.largest)
    nan = half_is_nan(codes)
    if nan.any():
        magnitudes[nan] = FP17.special << FP17.mantissa_bits | codes[nan].astype(np.int64) & HALF_PAYLOAD
    wide: Wide = np.where(codes & HALF_SIGN, FP17.sign, 0) | magnitudes
    return wide


def half_from_wide(codes: Wide) -> Halves:
    """FP17 as FP16, to the nearest, ties to even; denormal results too."""
    return half_from_single(single_from_wide(codes).astype(np.uint32))


def single_from_wide(codes: Wide) -> Wide:
    """FP17 as FP32, exact; the payload of NaN stays in the low bits, an infinity becomes the largest number."""
    magnitudes = codes & FP17.sign - 1
    singles = np.where(magnitudes, magnitudes + EXPONENT << MANTISSA, 0)
    payload = codes & HALF_PAYLOAD
    special: Wide = np.where(payload, FP32.largest + 1 | payload, FP32.largest)
    singles = np.where(magnitudes > FP17.largest, special, singles)
    wide: Wide = np.where(codes & FP17.sign, singles | FP32.sign, singles)
    return wide


def wide_from_single(codes: Wide) -> Wide:
    """FP32 as FP17, to the nearest, ties to even; what ends below the smallest normal number becomes zero.

    Below that number rounding goes by the spacing that denormal numbers would have.
    """
    magnitudes = codes & FP32.sign - 1
    rounded = (magnitudes + (1 << MANTISSA - 1) - 1 + (magnitudes >> MANTISSA & 1) >> MANTISSA) - EXPONENT
    small = np.where(magnitudes < ALMOST_NORMAL, 0, SMALLEST_NORMAL)
    rounded = np.where(rounded < SMALLEST_NORMAL, small, np.minimum(rounded, FP17.largest))
    nan = FP32.is_nan(codes)
    rounded = np.where(nan, FP17.special << FP17.mantissa_bits | codes & HALF_PAYLOAD, rounded)
    wide: Wide = codes >> SIGN_SHIFT - 1 & FP17.sign | rounded
    return wide


def wide_from_fraction(fractions: Wide, bits: int) -> Wide:
    """Fractions of so many bits as FP17, to the nearest, ties to even; below the smallest normal number zero."""
    length = bit_length(fractions)
    dropped = np.maximum(length - FP17.mantissa_bits - 1, 0)
    kept = fractions >> dropped
    rises: Flags = (fractions - (kept << dropped)) * 2 + (kept & 1) > np.int64(1) << dropped
    kept = np.where(rises, kept + 1, kept)
    kept <<= np.maximum(FP17.mantissa_bits + 1 - length, 0)
    exponent = FP17.bias - bits - 1 + length
    codes = (exponent - 1 << FP17.mantissa_bits) + kept
    wide: Wide = np.where((fractions == 0) | (codes < SMALLEST_NORMAL), 0, codes)
    return wide


def wide_code(number: float) -> int:
    """A number as a code of FP17, to the nearest."""
    return int(wide_from_single(np.array([number], np.float32).view(np.uint32).astype(np.int64))[0])
