"""Flags of many bytes, which are most often all set: then a view of one set flag stands for them and takes no room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]


def all_set(shape: tuple[int, ...]) -> Flags:
    """Set flags, bool of a shape; not to be written to (`writable`)."""
    return np.broadcast_to(np.True_, shape)


def none_set(shape: tuple[int, ...]) -> Flags:
    """Clear flags, bool of a shape; not to be written to."""
    return np.broadcast_to(np.False_, shape)


def every(flags: Flags) -> bool:
    """Whether all are set: `flags.all()`, without a look at each if they are views of one flag."""
    return bool(flags.flat[0]) if _one_flag(flags) else bool(flags.all())


def count_set(flags: Flags) -> int:
    """How many are set."""
    return flags.size * every(flags) if _one_flag(flags) else int(np.count_nonzero(flags))


def writable(flags: Flags) -> Flags:
    """The same flags, in an array that can be written to."""
    return flags if flags.flags.writeable else flags.copy()


def _one_flag(flags: Flags) -> bool:
    return flags.size > 0 and not any(flags.strides)
