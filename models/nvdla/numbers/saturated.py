"""Which results count as saturated (docs/nvdla/numbers.md, 'Integers')."""

from __future__ import annotations

import numpy as np

from models.arrays.flags import Flags
from models.numbers.rounding import Integers, shift_saturate


def saturation_flags(values: Integers, shift: int, bits: int) -> Flags:
    """What statistics count as saturated by `shift_saturate`: results more than 1 away from the floor."""
    floor = values.astype(np.int64, copy=False) >> shift
    away: Flags = np.abs(floor - shift_saturate(values, shift, bits)) > 1
    return away
