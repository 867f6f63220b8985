"""Where tables must end, by where they start and how far apart their entries lie (guide, 'Limitation', LUT)."""

from __future__ import annotations

import math

import numpy as np

from models.numbers.rounding import limits
from models.nvdla.numbers.floats import SINGLE_LARGEST

SINGLE_MASK = 0xFFFF_FFFF
LINEAR_BITS = {"LE": 6, "LO": 8}
"""The logarithm of a linear table's intervals."""
EXPONENTIAL_INTERVALS = 64


def single(word: int) -> float:
    """The number of an FP32 code, which may be given as a signed number."""
    return float(np.array([word & SINGLE_MASK], np.uint32).view(np.float32)[0])


def word_of(number: float) -> int:
    """The nearest FP32 code, as a signed number; what is too large becomes the largest finite number."""
    with np.errstate(over="ignore"):
        code = np.array([number], np.float32)
    if not np.isfinite(code[0]):
        code = np.array([math.copysign(1.0, number)], np.float32) * np.array([SINGLE_LARGEST], np.uint32).view(
            np.float32
        )
    return int(code.view(np.int32)[0])


def end_of(start: int, exponent: int, bits: int, *, floating: bool) -> int:
    """Where a table ends that covers two to the power of an exponent.

    Args:
        start: where it starts, as registers hold it: signed, or an FP32 code taken as a signed number.
        exponent: the logarithm of what it covers.
        bits: of a register that holds an integer; what it cannot hold becomes the largest number.
        floating: start and end are FP32 codes.
    """
    if floating:
        return word_of(single(start) + 2.0**exponent)
    size = 1 << exponent if exponent >= 0 else 0
    return min(start + size, limits(bits)[1])
