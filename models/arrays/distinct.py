"""Distinct values of arrays that are most often sorted already: addresses of layers and of bus traffic.

`numpy.unique` does the same, slower on sorted values, and its first call costs more than many a layer.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Integer = TypeVar("Integer", bound=np.integer[Any])


def distinct(values: NDArray[Integer]) -> NDArray[Integer]:
    """Each value once, in ascending order."""
    ordered = values if _ascending(values) else np.sort(values)
    return ordered[_begins(ordered)]


def distinct_indices(values: NDArray[Integer]) -> tuple[NDArray[Integer], NDArray[np.intp], NDArray[np.intp]]:
    """Each value once, in ascending order, the index where it occurs first, and how often it occurs."""
    order = np.arange(len(values)) if _ascending(values) else np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(_begins(ordered))
    return ordered[starts], order[starts], np.diff(starts, append=len(values))


def contained(values: NDArray[Integer], among: NDArray[Integer]) -> NDArray[np.bool_]:
    """Which values are among others.

    `numpy.isin` looks them up by hashes, of which addresses with a stride have few different ones: it takes seconds.
    """
    if not len(among):
        return np.zeros(len(values), np.bool_)
    ordered = among if _ascending(among) else np.sort(among)
    found = np.minimum(np.searchsorted(ordered, values), len(ordered) - 1)
    same: NDArray[np.bool_] = ordered[found] == values
    return same


def without_repeats(values: NDArray[Integer]) -> NDArray[Integer]:
    """The values but those that are the one before them; the array itself if there are none such."""
    begins = _begins(values)
    return values if begins.all() else values[begins]


def runs(values: NDArray[Integer]) -> tuple[list[int], list[int]]:
    """Where each run of equal neighbours begins, and where it ends."""
    starts = np.flatnonzero(_begins(values)).tolist()
    return starts, [*starts[1:], len(values)][: len(starts)]


def strictly_ascending(values: NDArray[Integer]) -> bool:
    """Whether each value is greater than the one before it."""
    return bool((values[1:] > values[:-1]).all())


def _ascending(values: NDArray[Integer]) -> bool:
    return bool((values[1:] >= values[:-1]).all())


def _begins(values: NDArray[Integer]) -> NDArray[np.bool_]:
    """Where a value is not the one before it."""
    begins = np.ones(len(values), np.bool_)
    np.not_equal(values[1:], values[:-1], out=begins[1:])
    return begins
