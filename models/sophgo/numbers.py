"""Integers as the TIU computes them (docs/sophgo/README.md, 'Arithmetic'): shifts that round, saturation, wrapping."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDE_BITS = 64
Wide = NDArray[np.int64]


class Rounding(IntEnum):
    """What a shift to the right does with the bits that it loses."""

    HALF_EVEN = 0
    HALF_AWAY = 1
    TO_ZERO = 2
    FLOOR = 3
    CEIL = 4
    HALF_UP = 5
    HALF_DOWN = 6


def shift(values: Wide, by: int | Wide, rounding: int) -> Wide:
    """Values shifted to the left, or where `by` is negative to the right, rounded; modulo 2 to the power of 64.

    Args:
        values: any.
        by: one for all, or one each.
        rounding: as `Rounding` has them.
    """
    if isinstance(by, int):
        return _left(values, by) if by >= 0 else _right(values, -by, rounding)
    result = np.empty(np.broadcast_shapes(values.shape, by.shape), np.int64)
    wide, each = np.broadcast_to(values, result.shape), np.broadcast_to(by, result.shape)
    for count in np.unique(by):
        chosen = each == count
        result[chosen] = shift(wide[chosen], int(count), rounding)
    return result


def _left(values: Wide, by: int) -> Wide:
    return values << by if by < WIDE_BITS else np.zeros_like(values)


def _right(values: Wide, by: int, rounding: int) -> Wide:
    if by >= WIDE_BITS:  # less than half of what is kept
        if rounding == Rounding.FLOOR:
            return -(values < 0).astype(np.int64)
        return (values > 0).astype(np.int64) if rounding == Rounding.CEIL else np.zeros_like(values)
    floor, lost = values >> by, values & ((1 << by) - 1)
    half = 1 << by - 1
    up = {
        Rounding.HALF_EVEN: (lost > half) | ((lost == half) & (floor & 1 == 1)),
        Rounding.HALF_AWAY: (lost > half) | ((lost == half) & (values >= 0)),
        Rounding.TO_ZERO: (lost > 0) & (values < 0),
        Rounding.FLOOR: np.zeros(values.shape, np.bool_),
        Rounding.CEIL: lost > 0,
        Rounding.HALF_UP: lost >= half,
        Rounding.HALF_DOWN: lost > half,
    }[Rounding(rounding)]
    rounded: Wide = floor + up
    return rounded


def saturate(values: Wide, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Values as a type has them; those beyond its ends become these."""
    info = np.iinfo(dtype)
    return np.clip(values, info.min, info.max).astype(dtype)


def shift_saturate(values: Wide, by: int | Wide, rounding: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Values shifted as `shift` does, then saturated; what 64 bits cannot hold saturates too."""
    if isinstance(by, int):
        room = 1 << max(WIDE_BITS - 2 - max(by, 0), 0)
        return saturate(shift(np.clip(values, -room, room) if by > 0 else values, by, rounding), dtype)
    room = np.left_shift(1, np.maximum(WIDE_BITS - 2 - np.maximum(by, 0), 0))
    kept = np.where(by > 0, np.clip(values, -room, room), values)
    return saturate(shift(kept, by, rounding), dtype)


def wrap(values: Wide, dtype: np.dtype[Any]) -> NDArray[Any]:
    """The low bits of values."""
    return values.astype(dtype)


def rotated(values: NDArray[Any], by: NDArray[Any]) -> NDArray[Any]:
    """Bits moved to the left around the end, to the right where `by` is negative."""
    bits, unsigned = 8 * values.itemsize, np.dtype(f"u{values.itemsize}")
    plain, left = values.view(unsigned).astype(np.uint64), (by.astype(np.int64) % bits).astype(np.uint64)
    whole = plain << left | plain >> (np.uint64(bits) - left)
    return whole.astype(unsigned)
