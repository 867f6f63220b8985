"""Windows on whole arrays: along a line first, then from line to line, as the part does it.

Arrays are [channels, lines, columns]; the axis of a window is 2 along a line, 1 from line to line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.pdp.pooling.window import Window

Numbers = NDArray[np.int64]
Combine = Callable[[Numbers, Numbers], Numbers]
"""What was there before, what comes next: the outcome."""


def real_elements(window: Window, size: int, outputs: int) -> NDArray[np.int64]:
    """How many real elements each of so many windows has."""
    first = np.arange(outputs) * window.stride - window.before
    return np.minimum(first + window.kernel, size) - np.maximum(first, 0)


def fold(values: Numbers, axis: int, window: Window, outputs: int, combine: Combine) -> Numbers:
    """The real elements of each window, combined in their order.

    Args:
        values: the elements; each window has at least one.
        axis: along which the windows lie.
        window: how they lie there; what is padded is left out.
        outputs: how many there are.
        combine: makes one of two.
    """
    folded: Numbers | None = None
    begun = np.zeros(outputs, np.bool_)
    for taken, there in _taken(values, axis, window, outputs):
        if folded is None:
            folded = taken.copy()
        else:
            both, only = there & begun, there & ~begun
            if both.all():
                folded = combine(folded, taken)
            else:
                put = _at(axis, both)
                if both.any():
                    folded[put] = combine(folded[put], taken[put])
                folded[_at(axis, only)] = taken[_at(axis, only)]
        begun |= there
    assert folded is not None
    return folded


def all_known(known: Flags, axis: int, window: Window, outputs: int) -> Flags:
    """Which windows have no element that is unknown."""
    whole: Flags | None = None
    for taken, there in _taken(known, axis, window, outputs):
        whole = taken | ~_along(axis, there) if whole is None else whole & (taken | ~_along(axis, there))
    assert whole is not None
    return whole


def _taken(values: NDArray[Any], axis: int, window: Window, outputs: int) -> Iterator[tuple[NDArray[Any], Flags]]:
    """For each place of a window: what stands there in each of them, and in which there is a real element."""
    size = values.shape[axis]
    for place in range(window.kernel):
        at = np.arange(outputs) * window.stride + place - window.before
        yield np.take(values, np.clip(at, 0, size - 1), axis), (at >= 0) & (at < size)


def _at(axis: int, which: Flags) -> tuple[slice | Flags, ...]:
    """An index of the outputs that are meant."""
    return (slice(None),) * axis + (which,)


def _along(axis: int, flags: Flags) -> Flags:
    """Flags of outputs, to go with [channels, lines, columns]."""
    shape = [1, 1, 1]
    shape[axis] = len(flags)
    return flags.reshape(shape)
