"""Bins: which values of a coverpoint are told apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Value = int | str
Indices = NDArray[np.intp]
OUTSIDE = -1
"""The index of a value that no bin has."""


@dataclass(frozen=True)
class Ranges:
    """Ranges of whole numbers from 0 on, in ascending order, that do not overlap.

    Attributes:
        lows: the lowest value of each.
        highs: the highest one.
        labels: what reports call each.
    """

    lows: tuple[int, ...]
    highs: tuple[int, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        borders = [border for pair in zip(self.lows, self.highs, strict=True) for border in pair]
        if borders != sorted(borders) or len(set(self.lows)) != len(self.lows) or len(self.labels) != len(self.lows):
            raise ValueError(f"bins {list(zip(self.labels, self.lows, self.highs, strict=False))}: out of order")

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        return np.array(self.lows, np.uint64), np.array(self.highs, np.uint64)

    def index(self, value: Value) -> int:
        """The bin of a value."""
        assert not isinstance(value, str)
        at = bisect_right(self.lows, value) - 1
        return at if at >= 0 and value <= self.highs[at] else OUTSIDE

    def indices(self, values: NDArray[Any]) -> Indices:
        """The bins of many values."""
        lows, highs = self._arrays
        numbers = values.astype(np.uint64, copy=False)
        at = np.searchsorted(lows, numbers, "right") - 1
        return np.where((at >= 0) & (numbers <= highs[at]), at, OUTSIDE)


@dataclass(frozen=True)
class Names:
    """One bin for each name.

    Attributes:
        labels: the names.
    """

    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.labels)) != len(self.labels):
            raise ValueError(f"bins {', '.join(self.labels)}: a name stands there twice")

    @cached_property
    def _at(self) -> dict[Value, int]:
        return {label: at for at, label in enumerate(self.labels)}

    def index(self, value: Value) -> int:
        """The bin of a name."""
        return self._at.get(value, OUTSIDE)

    def indices(self, values: NDArray[Any]) -> Indices:
        """The bins of many names, given by their numbers: an array holds no names."""
        return np.where((values >= 0) & (values < len(self.labels)), values, OUTSIDE).astype(np.intp)


Bins = Ranges | Names


def ranges(pairs: Iterable[tuple[int, int]], labels: Sequence[str] = ()) -> Ranges:
    """Ranges, each of its lowest and its highest value; without labels they are called by these."""
    borders = tuple(pairs)
    named = tuple(labels) or tuple(f"{low}" if low == high else f"{low}-{high}" for low, high in borders)
    return Ranges(tuple(low for low, _ in borders), tuple(high for _, high in borders), named)


def each(values: Iterable[int], labels: Sequence[str] = ()) -> Ranges:
    """A bin for each value."""
    return ranges(((value, value) for value in values), labels)


def names(*labels: str) -> Names:
    """A bin for each name."""
    return Names(labels)


def flag() -> Ranges:
    """A bin for no and one for yes."""
    return each((0, 1), ("no", "yes"))


def octaves(single: int, highest: int, parts: int = 1) -> Ranges:
    """1 to `single` one by one, then up to `highest` ranges that double, each cut into as many parts.

    Args:
        single: a power of two.
        highest: the highest value of the last range.
        parts: of an octave; a power of two.
    """
    pairs = [(value, value) for value in range(1, min(single, highest) + 1)]
    low, octave = single + 1, single
    while low <= highest:
        step = max(1, octave // parts)
        pairs += [
            (start, min(start + step - 1, highest)) for start in range(low, low + octave, step) if start <= highest
        ]
        low, octave = low + octave, 2 * octave
    return ranges(pairs)
