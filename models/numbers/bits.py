"""How long integers are, on whole arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Wide = NDArray[np.int64]

DOUBLE_MANTISSA_BITS, DOUBLE_BIAS = 52, 1022


def bit_length(values: Wide) -> Wide:
    """Bits below the sign that numbers need, by the exponents of the same numbers as float64; at most 52."""
    lengths: Wide = (values ^ values >> 63).astype(np.float64).view(np.int64) >> DOUBLE_MANTISSA_BITS
    return np.maximum(lengths - DOUBLE_BIAS, 0)
