"""How the chunks of a layer are found and compared: by their rows in arrays, many at once."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Addresses, Bytes

Item = TypeVar("Item", bound=np.generic)

_WORD_BYTES = 8


def run_of(addresses: Addresses, ascending: Addresses) -> slice | None:
    """Where addresses, at least one, stand one behind the other among ascending ones; None if they do not.

    The traffic of most layers is such a run, and found so several times as fast as one by one.
    """
    first = int(np.searchsorted(ascending, addresses[0]))
    run = slice(first, first + len(addresses))
    return run if np.array_equal(ascending[run], addresses) else None


def joined(arrays: list[NDArray[Item]]) -> NDArray[Item]:
    """One behind the other; the only one is not copied."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def equal_rows(one: Bytes, other: Bytes) -> bool:
    """Whether two arrays of bytes are the same; compared in words, which is faster, where rows consist of words."""
    if one.shape[1] % _WORD_BYTES == 0:
        return np.array_equal(one.view(np.uint64), other.view(np.uint64))
    return np.array_equal(one, other)


def occurrences(rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """How often each entry stands further ahead in its array."""
    order = np.argsort(rows, kind="stable")
    ordered = rows[order]
    first = np.searchsorted(ordered, ordered, side="left")
    counts = np.empty(len(rows), np.intp)
    counts[order] = np.arange(len(rows)) - first
    return counts
