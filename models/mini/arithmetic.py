"""What a multiply-add computes (docs/mini/README.md, 'What descriptors do')."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.numbers.rounding import limits, saturate, shift_right

ELEMENT_BITS = 8
Elements = NDArray[np.int8]


def multiply_add(a: Elements, b: Elements, c: Elements, scale: int, shift: int) -> tuple[Elements, NDArray[np.bool_]]:
    """The elements, and which of them were saturated; all arrays [n]."""
    exact = shift_right((a.astype(np.int64) * b + c) * scale, shift)
    low, high = limits(ELEMENT_BITS)
    return saturate(exact, ELEMENT_BITS).astype(np.int8), (exact < low) | (exact > high)
