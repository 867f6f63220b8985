"""Classes of numbers that coverpoints tell apart: from 0 on, with a sign, what is left of a division."""

from __future__ import annotations

from tb.coverage.bins import Names, Ranges, names, octaves, ranges

SIGNED = ("least", "-large", "-middle", "-small", "-1", "0", "1", "small", "middle", "large", "most")
"""Of numbers with a sign."""
REMAINDERS = ("1", "under half", "half", "over half", "all but one", "whole")
"""Of what is left of a division, a whole piece where nothing is."""


def from_zero(single: int, highest: int) -> Ranges:
    """0, then as `octaves`."""
    above = octaves(single, highest)
    pairs = zip(above.lows, above.highs, strict=True)
    return ranges([(0, 0), *pairs], ["0", *above.labels])


def signed_class(value: int, bits: int) -> str:
    """The class of a number of so many bits, its sign among them: small ones have a third of these, middle ones two."""
    if value in (-1, 0, 1):
        return str(value)
    if value == -(1 << bits - 1):
        return "least"
    if value == (1 << bits - 1) - 1:
        return "most"
    size = ("small", "middle", "large")[min(2, 3 * (abs(value).bit_length() - 1) // (bits - 1))]
    return f"-{size}" if value < 0 else size


def remainder(number: int, size: int) -> str:
    """How much of a piece of a size is the last one of so many."""
    left = (number - 1) % size + 1
    if left == size:
        return "whole"
    if left in (1, size - 1):
        return "1" if left == 1 else "all but one"
    return ("under half", "half", "over half")[(2 * left >= size) + (2 * left > size)]


def remainders(*sizes: int) -> Names:
    """The classes that pieces of these sizes have."""
    found = {remainder(number, size) for size in sizes for number in range(1, size + 1)}
    return names(*(label for label in REMAINDERS if label in found))
