"""What leaves the integer accumulator (docs/nvdla/convolution.md, 'CACC in integers')."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.nvdla.conv.multiply.integer import IntegerSums
from models.nvdla.numbers.rounding import limits, saturate, shift_right

OUT_BITS = 32


def truncate(sums: IntegerSums, shift: int) -> tuple[NDArray[np.int32], int]:
    """The accumulators shifted and saturated to 32 bits, and how many of them the part counts as saturated.

    It also counts negative sums that only their rounding saves: those that lie below the smallest result before it.
    """
    low, high = limits(OUT_BITS)
    if not shift and sums.dtype == np.int32:
        return sums.astype(np.int32, copy=False), 0
    rounded = shift_right(sums, shift)
    clamped = saturate(rounded, OUT_BITS)
    count = 0
    if int(sums.min()) >> shift < low or clamped is not rounded:
        count = int(np.count_nonzero((sums >> shift < low) | (rounded > high)))
    return clamped.astype(np.int32), count
