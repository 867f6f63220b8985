"""Which results count as saturated (docs/nvdla/numbers.md, 'Integers')."""

from __future__ import annotations

import numpy as np

from models.arrays.flags import Flags
from models.numbers.rounding import Integers, limits, shift_right, shift_saturate


def saturation_flags(values: Integers, shift: int, bits: int, *, margin: bool = True) -> Flags:
    """What statistics count as saturated by `shift_saturate`.

    Args:
        values: before the shift.
        shift: to the right.
        bits: of the results.
        margin: results more than 1 away from the floor; else all that are clamped, and negative ones that only their
            rounding saves.
    """
    floor = values.astype(np.int64, copy=False) >> shift
    if not margin:
        low, high = limits(bits)
        clamped: Flags = (floor < low) | (shift_right(values, shift) > high)
        return clamped
    away: Flags = np.abs(floor - shift_saturate(values, shift, bits)) > 1
    return away
