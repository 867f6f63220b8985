"""Sums of floating-point numbers as all units add them (docs/nvdla/numbers.md, 'Floating-point operations')."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.arrays.flags import Flags
from models.nvdla.numbers.bits import Wide, bit_length
from models.nvdla.numbers.floats import (
    HALF_PAYLOAD,
    HALF_SIGN,
    SINGLE_INFINITY,
    SINGLE_SIGN,
    Halves,
    half_from_single,
    half_is_nan,
    single_from_half,
)


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """A format of floating-point numbers; codes are int64 arrays.

    Attributes:
        exponent_bits: bits of the exponent; `mantissa_bits` of the mantissa.
    """

    exponent_bits: int
    mantissa_bits: int

    @property
    def sign(self) -> int:
        """The bit of the sign."""
        return 1 << self.exponent_bits + self.mantissa_bits

    @property
    def special(self) -> int:
        """The exponent of NaN."""
        return (1 << self.exponent_bits) - 1

    @property
    def largest(self) -> int:
        """The code of the largest finite number."""
        return (self.special << self.mantissa_bits) - 1

    def is_nan(self, codes: Wide) -> Flags:
        """Which codes are NaN."""
        flags: Flags = codes & self.sign - 1 > self.special << self.mantissa_bits
        return flags

    def add(self, first: Wide, second: Wide) -> Wide:
        """The sums; the first operand's NaN wins."""
        mask = self.sign - 1
        ahead = (first & mask) >= (second & mask)
        larger, smaller = np.where(ahead, first, second), np.where(ahead, second, first)
        # What is below the field of the smaller operand is lost: no bit tells of it.
        guard = self.mantissa_bits + 2
        exponent = self._exponent(larger)
        distance = np.minimum(exponent - self._exponent(smaller), guard + self.mantissa_bits + 1)
        aligned = self._significand(smaller) << guard >> distance
        total = (self._significand(larger) << guard) + np.where((larger ^ smaller) & self.sign, -aligned, aligned)
        lead = guard + self.mantissa_bits + 1 - bit_length(total)
        total = np.where(lead < 0, total >> 1, total << np.maximum(lead, 0))
        exponent -= lead
        sums = larger & self.sign | self._rounded(total, guard, exponent)
        for operand in (second, first):
            sums = np.where(self.is_nan(operand), operand, sums)
        return sums

    def subtract(self, first: Wide, second: Wide) -> Wide:
        """The first less the second: the sum with its sign changed, that of a NaN as well."""
        return self.add(first, second ^ self.sign)

    def _exponent(self, codes: Wide) -> Wide:
        exponents: Wide = codes >> self.mantissa_bits & self.special
        return exponents

    def _significand(self, codes: Wide) -> Wide:
        """With the hidden one, which all but zeros have."""
        hidden = np.where(codes & self.sign - 1, 1 << self.mantissa_bits, 0)
        significands: Wide = codes & (1 << self.mantissa_bits) - 1 | hidden
        return significands

    def _rounded(self, total: Wide, guard: int, exponent: Wide) -> Wide:
        """Codes without their signs: to the nearest, ties to even."""
        kept = total >> guard
        kept += total + (1 << guard - 1) - 1 + (kept & 1) >> guard > kept
        # A carry out of the mantissa goes into the exponent.
        codes = ((exponent - 1) << self.mantissa_bits) + kept
        codes = np.where((exponent <= 0) | (total == 0), 0, codes)
        rounded: Wide = np.minimum(codes, self.largest)
        return rounded


FP17 = FloatFormat(6, 10)
"""What units compute FP16 in."""
SINGLE_EXPONENT = 96
"""From an exponent of FP17 to one of FP32."""
SINGLE_MANTISSA = 13
"""Bits that a mantissa of FP32 has more."""


def wide_from_half(codes: Halves) -> Wide:
    """FP16 as FP17, exact; infinities become the largest number."""
    singles = single_from_half(codes).astype(np.int64)
    magnitudes = (singles & SINGLE_SIGN - 1) >> SINGLE_MANTISSA
    magnitudes -= np.where(magnitudes, SINGLE_EXPONENT << FP17.mantissa_bits, 0)
    magnitudes = np.minimum(magnitudes, FP17.largest)
    nan = half_is_nan(codes)
    if nan.any():
        magnitudes[nan] = FP17.special << FP17.mantissa_bits | codes[nan].astype(np.int64) & HALF_PAYLOAD
    wide: Wide = np.where(codes & HALF_SIGN, FP17.sign, 0) | magnitudes
    return wide


def half_from_wide(codes: Wide) -> Halves:
    """FP17 as FP16, to the nearest, ties to even; denormal results too."""
    magnitudes = codes & FP17.sign - 1
    singles = np.where(magnitudes, magnitudes + (SINGLE_EXPONENT << FP17.mantissa_bits) << SINGLE_MANTISSA, 0)
    singles = np.where(FP17.is_nan(codes), SINGLE_INFINITY | codes & HALF_PAYLOAD, singles)
    singles |= np.where(codes & FP17.sign, SINGLE_SIGN, 0)
    return half_from_single(singles.astype(np.uint32))
