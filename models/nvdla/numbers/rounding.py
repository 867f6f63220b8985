"""Shifts that round, and saturation: the only place of them (docs/nvdla/numbers.md, 'Integers')."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags

Integers = NDArray[np.signedinteger[Any]]
"""Signed integers of any width."""

LARGEST_SHIFT = 63


def limits(bits: int) -> tuple[int, int]:
    """The smallest and the largest signed integer of so many bits."""
    return -(1 << bits - 1), (1 << bits - 1) - 1


def shift_right(values: Integers, shift: int) -> NDArray[np.int64]:
    """RSH: an exact shift right, ties rounded away from zero.

    Args:
        values: below 2**62 in magnitude.
        shift: 0 to 63.
    """
    wide = values.astype(np.int64, copy=False)
    if shift == 0:
        return wide
    half = 1 << shift - 1
    # Of a negative value a tie must end below: it is one short of the half.
    return (wide + half + (wide >> LARGEST_SHIFT)) >> shift


def saturate(values: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """SATn: values clamped to so many signed bits."""
    low, high = limits(bits)
    if values.size == 0 or (values.min() >= low and values.max() <= high):
        return values
    return np.clip(values, low, high)


def shift_saturate(values: Integers, shift: int, bits: int) -> NDArray[np.int64]:
    """RSH, then SATn."""
    return saturate(shift_right(values, shift), bits)


def saturation_flags(values: Integers, shift: int, bits: int) -> Flags:
    """What statistics count as saturated by `shift_saturate`: results more than 1 away from the floor."""
    floor = values.astype(np.int64, copy=False) >> shift
    away: Flags = np.abs(floor - shift_saturate(values, shift, bits)) > 1
    return away
