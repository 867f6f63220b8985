"""Operands of a MAC cell: mantissas aligned to exponents that are multiples of four."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.numbers.floats import HALF_INFINITY, HALF_PAYLOAD, HALF_SIGN, Halves, half_is_nan

Words = NDArray[np.uint32]
"""Words of 32 bits; negative numbers in two's complement."""

MANTISSA_BITS = 10
FINE_BITS = 3
"""Of an exponent, those that go into the mantissa."""
DROPPED = -60
"""Exponent of operands that take no part: so low that the largest other one does not lift it to where it would."""
DIGITS = 8
"""Booth digits of radix 4 of a mantissa."""
TREE_DIGITS = 4
"""Of those that meet in one tree."""


@dataclass(frozen=True, slots=True)
class Operands:
    """Numbers as a MAC cell takes them.

    Attributes:
        mantissas: with their signs, 14 bits in magnitude; uint32.
        exponents: multiples of four, int8; `DROPPED` for zeros and, as another rule decides there, for NaN.
    """

    mantissas: Words
    exponents: NDArray[np.int8]

    def __getitem__(self, index: Any) -> Operands:  # noqa: ANN401 - whatever arrays take
        return Operands(self.mantissas[index], self.exponents[index])

    def reshape(self, *shape: int) -> Operands:
        """The same in another shape."""
        return Operands(self.mantissas.reshape(shape), self.exponents.reshape(shape))


def decode(codes: Halves) -> Operands:
    """FP16 codes as operands; infinities are 65536."""
    exponents = (codes & np.uint16(HALF_INFINITY)) >> MANTISSA_BITS
    mantissas = (codes & np.uint16(HALF_PAYLOAD)).astype(np.int32)
    # A denormal number has no hidden one, and the exponent of the smallest normal ones.
    mantissas |= (exponents != 0).astype(np.int32) << MANTISSA_BITS
    mantissas <<= np.where(exponents == 0, 1, exponents & FINE_BITS)
    coarse = (exponents & ~np.uint16(FINE_BITS)).astype(np.int8)
    dropped = (mantissas == 0) | half_is_nan(codes)
    coarse[dropped] = DROPPED
    mantissas[dropped] = 0
    np.negative(mantissas, out=mantissas, where=(codes & np.uint16(HALF_SIGN)) != 0)
    return Operands(mantissas.view(np.uint32), coarse)


def booth_digits(mantissas: Words) -> Words:
    """The digits of weights, each in its place within its tree.

    Returns:
        [digits, ...], lowest first: multiply data by them to get partial products.
    """
    signed = mantissas.view(np.int32)
    ranks = np.arange(DIGITS, dtype=np.int32).reshape(-1, *(1,) * signed.ndim)
    bits = np.abs(signed) << 1 >> 2 * ranks & 7
    digits = (bits + 1 >> 1) - (bits >> 2 << 2)
    digits *= np.sign(signed)
    digits <<= 2 * (ranks % TREE_DIGITS)
    return digits.view(np.uint32)
