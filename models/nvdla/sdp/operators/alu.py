"""What the ALUs and ReLUs of SDP's operators do (docs/nvdla/post_processing.md, 'SDP X1 and X2', 'SDP Y').

All values are int64: integers, or FP32 codes.
"""

from __future__ import annotations

import numpy as np

from models.nvdla.numbers.bits import Wide
from models.nvdla.numbers.formats import FP32

PATH_BITS = 32
"""Of what goes from operator to operator."""
SHIFT_MASK = 63
"""Of the shifts that are taken from wider fields."""
MAX, MIN, SUM, EQL = "MAX", "MIN", "SUM", "EQL"


def combine_integers(algorithm: str, values: Wide, operands: Wide) -> Wide:
    """Integers with operands; what is no algorithm but EQL's number in X1 and X2 adds."""
    if algorithm == MAX:
        return np.maximum(values, operands)
    if algorithm == MIN:
        return np.minimum(values, operands)
    return values + operands


def combine_floats(algorithm: str, values: Wide, operands: Wide) -> Wide:
    """FP32 codes with operands; what is neither maximum, minimum nor sum compares."""
    if algorithm == SUM:
        return FP32.add(values, operands)
    values, operands = np.broadcast_arrays(values, operands)
    if algorithm == MAX:
        return FP32.maximum(values, operands)
    if algorithm == MIN:
        return FP32.minimum(values, operands)
    return compare(values, operands)


def compare(values: Wide, operands: Wide) -> Wide:
    """The integer 1 where codes or integers differ, else 0."""
    differ: Wide = np.where(values != operands, 1, 0)
    return differ


def rectify(values: Wide, *, floating: bool) -> Wide:
    """ReLU: what is negative becomes 0, but NaN pass."""
    if not floating:
        return np.maximum(values, 0)
    passes = (values & FP32.sign == 0) | FP32.is_nan(values)
    rectified: Wide = np.where(passes, values, 0)
    return rectified
