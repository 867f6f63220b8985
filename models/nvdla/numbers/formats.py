"""Sums, products and comparisons of floating-point numbers (docs/nvdla/numbers.md, 'Floating-point operations')."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide, bit_length


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
    def bias(self) -> int:
        """The exponent of one."""
        return self.special >> 1

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
        magnitude = self._rounded(total, guard, exponent - lead)
        # An infinity that came in, from a register, passes if nothing carries out of it.
        reached = np.maximum(exponent - np.maximum(lead, 0), self.special - 1)
        overflows = magnitude >> self.mantissa_bits > reached
        magnitude = np.where(overflows, self.largest, magnitude)
        magnitude = np.where((exponent <= lead) | (total == 0), 0, magnitude)
        return self._first_nan(first, second, larger & self.sign | magnitude)

    def subtract(self, first: Wide, second: Wide) -> Wide:
        """The first less the second: the sum with its sign changed, that of a NaN as well."""
        return self.add(first, second ^ self.sign)

    def multiply(self, first: Wide, second: Wide) -> Wide:
        """The products; what is below the smallest normal number becomes zero, the first operand's NaN wins."""
        exponent = self._exponent(first) + self._exponent(second) - self.bias
        total = self._significand(first) * self._significand(second)
        below = (exponent < 0) | (total == 0)
        carries = total >> 2 * self.mantissa_bits + 1
        magnitude = self._rounded(total << 1 - carries, self.mantissa_bits + 1, exponent + carries)
        magnitude = np.minimum(magnitude, self.largest)
        # Rounding may lift a product up to the smallest normal number.
        magnitude[below | (magnitude >> self.mantissa_bits == 0)] = 0
        return self._first_nan(first, second, (first ^ second) & self.sign | magnitude)

    def maximum(self, first: Wide, second: Wide) -> Wide:
        """The larger ones, of zeros the positive one; the first operand's NaN wins."""
        larger = np.where(self._order(first) > self._order(second), first, second)
        return self._first_nan(first, second, larger)

    def minimum(self, first: Wide, second: Wide) -> Wide:
        """The smaller ones, of zeros the negative one; the first operand's NaN wins."""
        smaller = np.where(self._order(first) > self._order(second), second, first)
        return self._first_nan(first, second, smaller)

    def _order(self, codes: Wide) -> Wide:
        """Integers that are ordered as the numbers are, -0 before +0."""
        magnitudes = codes & self.sign - 1
        ordered: Wide = np.where(codes & self.sign, ~magnitudes, magnitudes)
        return ordered

    def _first_nan(self, first: Wide, second: Wide, results: Wide) -> Wide:
        """The results, with an operand's NaN in their place."""
        for operand in (second, first):
            results = np.where(self.is_nan(operand), operand, results)
        return results

    def _exponent(self, codes: Wide) -> Wide:
        exponents: Wide = codes >> self.mantissa_bits & self.special
        return exponents

    def _significand(self, codes: Wide) -> Wide:
        """With the hidden one, which all but zeros have."""
        hidden = np.where(codes & self.sign - 1, 1 << self.mantissa_bits, 0)
        significands: Wide = codes & (1 << self.mantissa_bits) - 1 | hidden
        return significands

    def _rounded(self, total: Wide, guard: int, exponent: Wide) -> Wide:
        """Codes without their signs, too large ones too: to the nearest, ties to even."""
        kept = total >> guard
        kept += total + (1 << guard - 1) - 1 + (kept & 1) >> guard > kept
        # A carry out of the mantissa goes into the exponent.
        rounded: Wide = ((exponent - 1) << self.mantissa_bits) + kept
        return rounded


FP17 = FloatFormat(6, 10)
"""What units compute FP16 in, where FP32 would be too large."""
FP32 = FloatFormat(8, 23)
