"""What becomes of numbers on their way through a unit, as classes that are found by whole arrays."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.numbers.rounding import LARGEST_SHIFT, limits, shift_right
from models.nvdla.numbers.formats import FP32

WITHIN, LOW, HIGH = LIMITED = ("within", "too low", "too high")
"""Of numbers that so many bits may not hold."""
STANDS = ("below", "equal", "above")
"""Of numbers and what a maximum or a minimum compares them with."""
ROUNDED = ("exact", "under half", "tie", "tie below 0", "over half", LOW, HIGH)
"""What is shifted out, and where what is left saturates."""


def there(**found: Flags) -> Iterator[str]:
    """The names of what is true anywhere, an underscore in them read as a space."""
    return (name.replace("_", " ") for name, flags in found.items() if flags.any())


def limited(values: Wide, bits: int) -> Iterator[str]:
    """Which of `LIMITED` are among numbers."""
    low, high = limits(bits)
    return there(within=(values >= low) & (values <= high), too_low=values < low, too_high=values > high)


def rounded(values: Wide, shift: int, bits: int) -> Iterator[str]:
    """Which of `ROUNDED` are among numbers that are shifted right and saturated."""
    low, high = limits(bits)
    shifted = shift_right(values, shift)
    yield from there(too_low=shifted < low, too_high=shifted > high)
    if shift > LARGEST_SHIFT:
        return
    rest, half = values & (1 << shift) - 1, 1 << max(shift - 1, 0)
    if shift == 0:
        yield from there(exact=rest == 0)
        return
    tie = rest == half
    yield from there(exact=rest == 0, under_half=(rest > 0) & (rest < half), over_half=rest > half)
    yield from there(tie=tie & (values > 0), tie_below_0=tie & (values < 0))


def compared(values: Wide, operands: Wide, *, floating: bool) -> Iterator[str]:
    """How numbers stand to operands: what a maximum or a minimum takes."""
    if floating:  # as codes with sign and magnitude; what has no order is a class of values of its own
        values, operands = _ordered(values), _ordered(operands)
    return there(below=values < operands, equal=values == operands, above=values > operands)


def _ordered(codes: Wide) -> Wide:
    ordered: Wide = np.where(codes & FP32.sign, -(codes & ~FP32.sign), codes)
    return ordered
