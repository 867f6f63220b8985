"""The accumulator of FP16, 48 bits: an exponent and a mantissa (docs/nvdla/convolution.md, 'CACC in FP16')."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.numbers.bits import Wide, bit_length
from models.numbers.rounding import shift_right
from models.nvdla.numbers.floats import Singles

MANTISSA_BITS = 40
GUARD_BITS = 2
"""Kept below the smaller operand, beside one bit that says whether more was lost."""
MOST_ALIGNED = MANTISSA_BITS + 1
"""From there on nothing of the smaller operand is left but its sign, which no rounding sees."""
BIAS = 51
"""From an exponent of the MAC to one of the accumulator."""
SINGLE_MANTISSA_BITS, SINGLE_BIAS = 23, 64


class Accumulators:
    """Accumulators, normalised: the two highest bits of a mantissa differ; zeros have the exponent 0.

    Attributes:
        mantissas: [any shape].
        exponents: of the same shape.
    """

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.mantissas: Wide = np.zeros(shape, np.int64)
        self.exponents: Wide = np.zeros(shape, np.int64)

    def add(self, exponents: NDArray[np.int8], mantissas: Wide) -> None:
        """Add sums of the MAC, rounded half away from zero."""
        lead = MANTISSA_BITS - 1 - bit_length(mantissas)
        mantissas = mantissas << lead
        exponents = np.where(mantissas == 0, 0, exponents + (BIAS - lead))
        ahead = exponents > self.exponents
        distance = np.minimum(np.abs(exponents - self.exponents), MOST_ALIGNED)
        larger, smaller = np.where(ahead, mantissas, self.mantissas), np.where(ahead, self.mantissas, mantissas)
        smaller <<= GUARD_BITS
        kept = smaller >> distance
        lost = kept << distance != smaller
        total = (larger << GUARD_BITS + 1) + (kept << 1 | lost)
        self._round(total, np.maximum(exponents, self.exponents))

    def _round(self, total: Wide, exponents: Wide) -> None:
        """Take sums with their guard bits, at whose scale the exponents are."""
        below = GUARD_BITS + 2  # one more, for a sum that has grown by a bit
        lead = MANTISSA_BITS + GUARD_BITS + 1 - bit_length(total)
        rounded = shift_right(total << lead, below)
        top = 1 << MANTISSA_BITS - 1
        up, down = rounded == top, rounded == -(top >> 1)
        self.mantissas = (rounded >> up) << down
        self.exponents = np.where(rounded == 0, 0, exponents + 1 - lead + up - down)

    def singles(self) -> Singles:
        """As FP32 codes, rounded half away from zero."""
        magnitudes = np.abs(self.mantissas)
        rounded = shift_right(magnitudes, MANTISSA_BITS - 2 - SINGLE_MANTISSA_BITS)
        carry = rounded >> SINGLE_MANTISSA_BITS + 1
        exponents = np.where(rounded == 0, 0, self.exponents + SINGLE_BIAS + carry)
        fraction = rounded & (1 << SINGLE_MANTISSA_BITS) - 1
        signs = (self.mantissas < 0).astype(np.int64) << 31
        return (signs | exponents << SINGLE_MANTISSA_BITS | fraction).astype(np.uint32)
