"""Direct convolution of integers: exact products of matrices, where the accumulator saturates, and what leaves it.

A product of matrices of integers in float32 is exact while no partial sum, in whatever order, exceeds 2**24, and in
float64 while none exceeds 2**53. No legal kernel reaches the latter (docs/nvdla/convolution.md, 'CACC in integers').
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.numbers.rounding import limits, saturate, shift_right
from models.nvdla.conv.sequence.geometry import Geometry, kernel_size, mac_steps, pad, windows

Narrow = NDArray[np.int8] | NDArray[np.int16]
"""Operands: int8 or int16."""
IntegerSums = NDArray[np.int32] | NDArray[np.int64]

SINGLE_EXACT, DOUBLE_EXACT = 1 << 24, 1 << 53
LEAST_DEPTH = 256
"""Of a float32 product: below that many terms adding up its pieces costs more than float64 does."""
BLOCK_ELEMENTS = 1 << 22
"""Most elements of the input that are laid out for a product at a time."""
ACCUMULATOR_BITS = {1: 34, 2: 48}
"""Of the accumulator, by the bytes of an operand."""
OUT_BITS = 32
"""Of what leaves it."""


def convolve_integer(data: Narrow, kernels: Narrow, geometry: Geometry, mac_channels: int) -> IntegerSums:
    """IntegerSums of a direct convolution.

    Args:
        data: int8 or int16 [channels, height, width].
        kernels: of the same type, [kernels, channels, rows, columns].
        geometry: how kernels move over the data.
        mac_channels: channels that are added up before the accumulator saturates.

    Returns:
        [kernels, output height, output width], int32 where the operands' magnitudes let no sum need more, else int64.
    """
    term = max(_magnitude(data), abs(geometry.pad_element(data.dtype))) * _magnitude(kernels)
    taps = kernels[0].size
    if term * taps > limits(ACCUMULATOR_BITS[data.itemsize])[1]:
        return _stepwise(data, kernels, geometry, mac_channels)
    depth = SINGLE_EXACT // max(term, 1)
    dtype = np.float32 if depth >= min(taps, LEAST_DEPTH) else np.float64
    if dtype is np.float64:
        depth = DOUBLE_EXACT // max(term, 1)
    wide = np.int32 if term * taps <= limits(32)[1] else np.int64
    matrix = kernels.reshape(len(kernels), -1).astype(dtype)
    sums = np.empty((len(kernels), geometry.out_height * geometry.out_width), wide)
    for where, block in _columns(data, kernels, geometry, dtype):
        _multiply(matrix, block, depth, sums[:, where])
    return sums.reshape(-1, *geometry.out_shape)


def _magnitude(values: Narrow) -> int:
    """The largest magnitude."""
    return max(int(values.max()), -int(values.min()))


def _columns(
    data: Narrow, kernels: Narrow, geometry: Geometry, dtype: type[np.float32] | type[np.float64]
) -> Iterator[tuple[slice, NDArray[Any]]]:
    """The input as matrices, a column an output, some lines of the output at a time; with where their outputs lie."""
    size = kernel_size(kernels)
    view = windows(pad(data, geometry, size, geometry.pad_element(data.dtype), dtype), geometry, size)
    taps, width = kernels[0].size, geometry.out_width
    lines = max(BLOCK_ELEMENTS // (taps * width), 1)
    for line in range(0, geometry.out_height, lines):
        block = view[:, :, :, line : line + lines].reshape(taps, -1)
        yield slice(line * width, line * width + block.shape[1]), block


def _multiply(matrix: NDArray[Any], block: NDArray[Any], depth: int, sums: IntegerSums) -> None:
    """A product of matrices into `sums`, at most `depth` terms at a time."""
    sums[:] = matrix[:, :depth] @ block[:depth]
    for start in range(depth, len(block), depth):
        sums += (matrix[:, start : start + depth] @ block[start : start + depth]).astype(sums.dtype)


def _stepwise(data: Narrow, kernels: Narrow, geometry: Geometry, mac_channels: int) -> NDArray[np.int64]:
    """The same, saturating where the accumulator does: after each step of the MAC."""
    low, high = limits(ACCUMULATOR_BITS[data.itemsize])
    size = kernel_size(kernels)
    view = windows(pad(data, geometry, size, geometry.pad_element(data.dtype), np.float64), geometry, size)
    sums = np.zeros((len(kernels), geometry.out_height * geometry.out_width), np.int64)
    for channels, row, column in mac_steps(kernels, mac_channels):
        taps = view[channels, row, column].reshape(-1, sums.shape[1])
        sums += (kernels[:, channels, row, column].astype(np.float64) @ taps).astype(np.int64)
        np.clip(sums, low, high, out=sums)
    return sums.reshape(-1, *geometry.out_shape)


def truncate(sums: IntegerSums, shift: int, group: int = 0) -> tuple[NDArray[np.int32], int]:
    """The accumulators shifted and saturated to 32 bits, and how many of them the part counts as saturated.

    It also counts negative sums that only their rounding saves: those that lie below the smallest result before it.

    Args:
        sums: the accumulators, [kernels, ...].
        shift: to the right.
        group: kernels of a group whose count, if all of them saturate, is too large for the part's adder, which makes
            it 0; 0: there is no such group.
    """
    low, high = limits(OUT_BITS)
    if not shift and sums.dtype == np.int32:
        return sums.astype(np.int32, copy=False), 0
    rounded = shift_right(sums, shift)
    clamped = saturate(rounded, OUT_BITS)
    count = 0
    if int(sums.min()) >> shift < low or clamped is not rounded:
        flags = (sums >> shift < low) | (rounded > high)
        count = int(np.count_nonzero(flags))
        if group:
            whole = flags[: len(flags) // group * group].reshape(-1, group, *flags.shape[1:]).all(axis=1)
            count -= group * int(np.count_nonzero(whole))
    return clamped.astype(np.int32), count
