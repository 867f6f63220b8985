"""Which inputs an output of a direct convolution takes (docs/nvdla/convolution.md, 'Direct convolution in CSC')."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import DTypeLike, NDArray

from models.arrays.flags import Flags, all_set, every

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True, kw_only=True)
class Geometry:
    """How kernels move over the input.

    Attributes:
        out_height: lines of the output, as programmed; `out_width` likewise.
        stride_x: columns from one output to the next; `stride_y` likewise.
        dilation_x: columns from one element of a kernel to the next; `dilation_y` likewise.
        pad_left: columns that the input is preceded by; `pad_top` likewise.
        pad_value: code of 16 bits that stands around the input; INT8 takes the low byte.
    """

    out_height: int
    out_width: int
    stride_x: int = 1
    stride_y: int = 1
    dilation_x: int = 1
    dilation_y: int = 1
    pad_left: int = 0
    pad_top: int = 0
    pad_value: int = 0

    @property
    def out_shape(self) -> tuple[int, int]:
        """Lines and columns of the output."""
        return self.out_height, self.out_width

    def pad_element(self, dtype: DTypeLike) -> int:
        """The padding value as an element of a type."""
        return pad_element(self.pad_value, dtype)

    def reach(self, rows: int, columns: int) -> tuple[int, int]:
        """Lines and columns of the padded input that kernels of a size reach."""
        return (
            (self.out_height - 1) * self.stride_y + (rows - 1) * self.dilation_y + 1,
            (self.out_width - 1) * self.stride_x + (columns - 1) * self.dilation_x + 1,
        )


def pad_element(value: int, dtype: DTypeLike) -> int:
    """A padding value of 16 bits as an element of a type, which takes the low bits."""
    kind = np.dtype(dtype)
    mask = (1 << 8 * kind.itemsize) - 1
    return int(np.array(value & mask, f"u{kind.itemsize}").view(kind))


def kernel_size(kernels: NDArray[Any]) -> tuple[int, int]:
    """Rows and columns of kernels, [kernels, channels, rows, columns]."""
    return kernels.shape[2], kernels.shape[3]


def mac_steps(kernels: NDArray[Any], mac_channels: int) -> Iterator[tuple[slice, int, int]]:
    """Channels, row and column of what the MAC multiplies at a time, in the order in which it does."""
    for first in range(0, kernels.shape[1], mac_channels):
        for row, column in np.ndindex(kernel_size(kernels)):
            yield slice(first, first + mac_channels), row, column


def pad(
    data: NDArray[Any], geometry: Geometry, kernel: tuple[int, int], rest: int, dtype: type[Scalar]
) -> NDArray[Scalar]:
    """The input with its padding, as far as kernels reach.

    Args:
        data: [channels, height, width].
        geometry: how kernels move.
        kernel: rows and columns of a kernel.
        rest: what stands outside of the input.
        dtype: type of the elements.
    """
    channels, height, width = data.shape
    lines, columns = geometry.reach(*kernel)
    top, left = geometry.pad_top, geometry.pad_left
    if (top, left, lines, columns) == (0, 0, height, width):
        return np.ascontiguousarray(data, dtype)
    padded = np.full((channels, lines, columns), rest, dtype)
    inside = data[:, : max(lines - top, 0), : max(columns - left, 0)]
    padded[:, top : top + inside.shape[1], left : left + inside.shape[2]] = inside
    return padded


def windows(padded: NDArray[Scalar], geometry: Geometry, kernel: tuple[int, int]) -> NDArray[Scalar]:
    """What each element of a kernel is multiplied by, a view of the padded input.

    Returns:
        [channels, rows, columns, output height, output width].
    """
    channel, line, column = padded.strides
    shape = (len(padded), *kernel, *geometry.out_shape)
    steps = (
        line * geometry.dilation_y, column * geometry.dilation_x, line * geometry.stride_y, column * geometry.stride_x,
    )  # fmt: skip
    return as_strided(padded, shape, (channel, *steps), writeable=False)


def known_outputs(data: Flags, kernels: Flags, geometry: Geometry) -> Flags:
    """Outputs whose every input is known; padding is.

    Args:
        data: which elements of the input are known, bool [channels, height, width].
        kernels: which weights are, bool [kernels, channels, rows, columns].
        geometry: how kernels move over the data.

    Returns:
        bool [kernels, output height, output width], only to look at.
    """
    shape = (len(kernels), *geometry.out_shape)
    whole_data, whole_kernels = every(data), every(kernels)
    if whole_data and whole_kernels:
        return all_set(shape)
    known = np.ones(shape, np.bool_)
    if not whole_kernels:
        known &= np.logical_and.reduce(kernels, axis=(1, 2, 3))[:, None, None]
    if not whole_data:
        size = kernel_size(kernels)
        pixels = pad(np.logical_and.reduce(data, axis=0, keepdims=True), geometry, size, True, np.bool_)
        known &= np.logical_and.reduce(windows(pixels, geometry, size), axis=(0, 1, 2))
    return known
