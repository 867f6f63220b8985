"""Matrices and vectors in local memory, as the tensors that they are (guides, 'Matrix Layout' and 'Vector Layout')."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.sophgo.layouts.strides import Shape


def matrix_shape(rows: int, columns: int, columns_per_channel: int) -> Shape:
    """The aligned tensor that a matrix is; of a vector, one row.

    >>> [matrix_shape(2, 40, w).c for w in (40, 20, 10, 8, 15, 6)]
    [1, 2, 4, 5, 3, 7]
    """
    return Shape(rows, -(-columns // columns_per_channel), 1, columns_per_channel)


def matrix_elements(addresses: NDArray[np.int64], columns: int) -> NDArray[np.int64]:
    """Of that tensor's addresses, [n, c, 1, w], those of the matrix, [rows, columns]: its last channel may be short."""
    return addresses.reshape(len(addresses), -1)[:, :columns]
