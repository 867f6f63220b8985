"""Shifts that round, and saturation: the only place of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.signedinteger[Any]]
"""Signed integers of any width."""

LARGEST_SHIFT = 63


def limits(bits: int) -> tuple[int, int]:
    """The smallest and the largest signed integer of so many bits."""
    return -(1 << bits - 1), (1 << bits - 1) - 1


def shift_right(values: Integers, shift: int) -> NDArray[np.int64]:
    """An exact shift right, ties rounded away from zero.

    Args:
        values: above -2**63.
        shift: 0 or more.
    """
    wide = values.astype(np.int64, copy=False)
    if shift == 0:
        return wide
    if shift > LARGEST_SHIFT:
        return np.zeros_like(wide)
    # Of a negative value a tie must end below: one less, its highest lost bit is 0.
    wide = wide + (wide >> LARGEST_SHIFT)
    return (wide >> shift) + (wide >> shift - 1 & 1)


def saturate(values: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """Values clamped to so many signed bits."""
    low, high = limits(bits)
    if values.size == 0 or (values.min() >= low and values.max() <= high):
        return values
    return np.clip(values, low, high)


def shift_saturate(values: Integers, shift: int, bits: int) -> NDArray[np.int64]:
    """A shift right that rounds, then saturation."""
    return saturate(shift_right(values, shift), bits)


def shift_left_saturate(values: Integers, shift: int, bits: int) -> NDArray[np.int64]:
    """A shift left, then saturation.

    Args:
        values: of any size.
        shift: 0 or more.
        bits: at most 32.
    """
    # A shift by as many bits as the result has saturates all but 0.
    narrow = saturate(values.astype(np.int64, copy=False), bits)
    return saturate(narrow << min(shift, bits), bits)


def shift_signed_saturate(values: Integers, shift: int, bits: int) -> NDArray[np.int64]:
    """A shift right that rounds, or one left where the shift is negative, then saturation to at most 32 bits."""
    if shift < 0:
        return shift_left_saturate(values, -shift, bits)
    return shift_saturate(values, shift, bits)


def wrap(value: int, bits: int) -> int:
    """The signed number that the low bits of a register's number are."""
    low, _ = limits(bits)
    return (value - low) % (1 << bits) + low
