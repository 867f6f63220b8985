"""Winograd convolution of integers, exact, and which of its outputs are known (docs/nvdla/convolution.md).

Kernels and tiles are [..., 4, 4]; tiles have been through `models.nvdla.conv.sequence.pre_addition`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, all_set, every
from models.numbers.rounding import limits
from models.nvdla.conv.multiply.integer import ACCUMULATOR_BITS, SINGLE_EXACT, IntegerSums, Narrow
from models.nvdla.conv.parts import WINOGRAD_OUTPUTS
from models.nvdla.conv.sequence.pre_addition import known_tiles
from models.nvdla.surfaces.image_and_winograd_weights import TILE

Shape = tuple[int, int]

TERMS = 9
"""Positions that go into an output."""


def convolve_tiles(tiles: Narrow, kernels: Narrow, out_shape: Shape) -> IntegerSums:
    """Integer sums of a Winograd convolution.

    Args:
        tiles: int8 or int16 [channels, 4, 4, tiles along height, tiles along width].
        kernels: of the same type, [kernels, channels, 4, 4].
        out_shape: lines and columns of the output.

    Returns:
        int64 [kernels, output height, output width].
    """
    channels = len(tiles)
    term = _magnitude(tiles) * _magnitude(kernels)
    total = TERMS * channels * term
    if total <= limits(ACCUMULATOR_BITS[tiles.itemsize])[1]:
        dtype = np.float32 if channels * term <= SINGLE_EXACT else np.float64
        return _untiled(_outputs(tiles, kernels, dtype), tiles.shape[3:], out_shape)
    low, high = limits(ACCUMULATOR_BITS[tiles.itemsize])
    sums = np.zeros((), np.int64)
    for first in range(0, channels, TILE):
        some = slice(first, first + TILE)
        sums = np.clip(sums + _outputs(tiles[some], kernels[:, some], np.float64), low, high)
    return _untiled(sums, tiles.shape[3:], out_shape)


def post_add(products: NDArray[Any], axes: tuple[int, int]) -> NDArray[Any]:
    """The four outputs of a tile.

    Args:
        products: sums of products at 4 x 4 positions, signed.
        axes: of the positions' rows and columns, which become the outputs'.
    """
    for axis in axes:
        first, second, third, fourth = np.moveaxis(products, axis, 0)
        products = np.stack([first + second + third, second - third - fourth], axis)
    return products


def known_tile_outputs(extended: Flags, kernels: Flags, out_shape: Shape) -> Flags:
    """Outputs whose every input is known: a tile's four have the same.

    Args:
        extended: which elements of the extended input are known, bool [channels, height, width].
        kernels: which weights are, bool [kernels, channels, 4, 4].
        out_shape: lines and columns of the output.

    Returns:
        bool [kernels, output height, output width], only to look at.
    """
    shape = (len(kernels), *out_shape)
    whole_data, whole_kernels = every(extended), every(kernels)
    if whole_data and whole_kernels:
        return all_set(shape)
    known = np.ones(shape, np.bool_)
    if not whole_kernels:
        known &= np.logical_and.reduce(kernels, axis=(1, 2, 3))[:, None, None]
    if not whole_data:
        tiles = known_tiles(extended, out_shape)
        known &= tiles.repeat(WINOGRAD_OUTPUTS, 0).repeat(WINOGRAD_OUTPUTS, 1)[: out_shape[0], : out_shape[1]]
    return known


def untile(outputs: NDArray[Any], out_shape: Shape) -> NDArray[Any]:
    """Outputs of tiles, [kernels, 2, 2, tiles along height, tiles along width], as lines of pixels."""
    lines = outputs.transpose(0, 3, 1, 4, 2).reshape(len(outputs), outputs.shape[3] * WINOGRAD_OUTPUTS, -1)
    return lines[:, : out_shape[0], : out_shape[1]]


def _outputs(tiles: Narrow, kernels: Narrow, dtype: type[np.float32] | type[np.float64]) -> NDArray[np.int64]:
    """Sums over the channels, [2, 2, kernels, tiles]."""
    data = tiles.reshape(len(tiles), TILE, TILE, -1).transpose(1, 2, 0, 3).astype(dtype)
    products: NDArray[Any] = np.matmul(kernels.transpose(2, 3, 0, 1).astype(dtype), data)
    return post_add(products.astype(np.int64), (0, 1))


def _untiled(sums: NDArray[np.int64], counts: Sequence[int], out_shape: Shape) -> NDArray[np.int64]:
    """Outputs [2, 2, kernels, tiles] as lines of pixels."""
    parts = sums.transpose(2, 0, 1, 3)
    return untile(parts.reshape(*parts.shape[:3], *counts), out_shape)


def _magnitude(values: Narrow) -> int:
    """The largest magnitude."""
    return max(int(values.max()), -int(values.min()))
