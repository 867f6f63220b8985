"""A scale as the multiplier and the shift of a job."""

from __future__ import annotations

import numpy as np

MULTIPLIER_BITS = 15
MOST_SHIFT = 127


def scale_of(first: float, second: float, output: float) -> float:
    """The scale of sums, as FP32 has it: product first, then quotient."""
    return float(np.float32(first) * np.float32(second) / np.float32(output))


def multiplier_and_shift(scale: float) -> tuple[int, int]:
    """`post_multiplier` and `post_shift`.

    Raises:
        ValueError: no shift says it.
    """
    bits = int(np.float32(scale).view(np.uint32))
    shift = 142 - (bits >> 23)
    if not 0 <= shift <= MOST_SHIFT:
        raise ValueError(f"the scale is {scale:g}: {2.0**-112:g} to {2.0**16:g} can be said")
    return bits >> 8 & (1 << MULTIPLIER_BITS) - 1, shift
