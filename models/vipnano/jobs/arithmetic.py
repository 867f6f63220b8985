"""From sums to results (docs/vipnano/README.md, 'Arithmetic')."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.numbers.rounding import shift_right
from models.vipnano.config import Ties
from models.vipnano.structures.structure import Structure

Sums = NDArray[np.int32]
Products = NDArray[np.int64]
HIDDEN_BIT = 0x8000
"""Of a multiplier: bit 15, which no member holds."""
PRODUCT_BITS = 48
MOST = 255


def _up(products: Products, shift: int) -> Products:
    return products + (1 << shift - 1) >> shift


def _even(products: Products, shift: int) -> Products:
    odd = products >> shift & 1
    return products + (1 << shift - 1) - 1 + odd >> shift


ROUND: Mapping[Ties, Callable[[Products, int], Products]] = {Ties.AWAY: shift_right, Ties.UP: _up, Ties.EVEN: _even}


def rounded(products: Products, shift: int, ties: Ties) -> Products:
    """Products shifted right, to the nearest whole number.

    Args:
        products: of 48 bits with a sign.
        shift: 0 or more.
        ties: where those in the middle go.
    """
    if shift == 0:
        return products
    if shift >= PRODUCT_BITS:
        return np.zeros_like(products)
    return ROUND[ties](products, shift)


@dataclass(frozen=True, slots=True)
class Scaling:
    """How sums become bytes.

    Attributes:
        multiplier: of 16 bits, the highest one set.
        shift: by how much products are shifted to the right.
        zero_point: is added.
        relu: whether results are at least the zero point.
    """

    multiplier: int
    shift: int
    zero_point: int
    relu: bool = False

    @classmethod
    def of(cls, structure: Structure) -> Scaling:
        """That of a job."""
        multiplier = HIDDEN_BIT + structure["post_multiplier"]
        return cls(multiplier, structure["post_shift"], structure["out_zero_point"], bool(structure["relu"]))

    def results(self, sums: Sums, ties: Ties) -> NDArray[np.uint8]:
        """The bytes that sums become."""
        shifted = rounded(sums.astype(np.int64) * self.multiplier, self.shift, ties) + self.zero_point
        return np.clip(shifted, self.zero_point if self.relu else 0, MOST).astype(np.uint8)
