"""4N and 2N mode of BM1684: elements of several batches side by side in 32 bits (guide, 'Storage Modes')."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.sophgo.layouts.strides import Shape

PACKED_BYTES = 4


def packed_shape(shape: Shape, size_bytes: int) -> Shape:
    """The shape against the new type, int8x4 or int16x2: that of which strides are said.

    >>> packed_shape(Shape(6, 5, 4, 5), 1), packed_shape(Shape(3, 5, 4, 5), 2)
    (Shape(n=2, c=5, h=4, w=5), Shape(n=2, c=5, h=4, w=5))
    """
    return shape._replace(n=-(-shape.n * size_bytes // PACKED_BYTES))


def packed_addresses(words: NDArray[np.int64], shape: Shape, size_bytes: int) -> NDArray[np.int64]:
    """Where the elements are of which some share 32 bits, [n, c, h, w]; what fills up the last ones is not among them.

    Args:
        words: the addresses of the elements of 32 bits, in the packed shape.
        shape: how many elements there are, not packed.
        size_bytes: of one.

    >>> packed_addresses(np.array([0, 128]).reshape(2, 1, 1, 1), Shape(6, 1, 1, 1), 1).ravel().tolist()
    [0, 1, 2, 3, 128, 129]
    """
    word, inside = np.divmod(np.arange(shape.n), PACKED_BYTES // size_bytes)
    addresses: NDArray[np.int64] = words[word] + (inside * size_bytes)[:, np.newaxis, np.newaxis, np.newaxis]
    return addresses


def pack_batches(values: NDArray[Any]) -> NDArray[np.uint32]:
    """A tensor of 8 or 16 bits, [n, c, h, w], as elements of 32 bits; those that fill up are 0.

    >>> pack_batches(np.arange(6, dtype=np.int8).reshape(6, 1, 1, 1)).ravel().tolist() == [0x03020100, 0x0504]
    True
    """
    count = PACKED_BYTES // values.itemsize
    missing = -len(values) % count
    whole = np.concatenate([values, np.zeros((missing, *values.shape[1:]), values.dtype)])
    side_by_side = np.moveaxis(whole.reshape(-1, count, *values.shape[1:]), 1, -1)
    return np.ascontiguousarray(side_by_side).view("<u4")[..., 0]


def unpack_batches(packed: NDArray[np.uint32], batches: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """What `pack_batches` packed, of so many batches."""
    side_by_side = np.ascontiguousarray(packed)[..., np.newaxis].view(dtype)
    return np.moveaxis(side_by_side, -1, 1).reshape(-1, *packed.shape[1:])[:batches]
