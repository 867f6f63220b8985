"""Kernels of convolutions in local memory: input channels side by side (guides, '2IC-mode', '64IC/32IC Layout')."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.sophgo.config import Chip
from models.sophgo.layouts.lanes import place_of
from models.sophgo.layouts.strides import Shape, Strides


def kernel_strides(shape: Shape, side_by_side: int) -> Strides:
    """The strides of a kernel, [ic, oc, kh, kw] as `shape`, as the guide prints them.

    The first one is that of the channels of one lane, as the third and the fourth are those of lines and columns.

    >>> kernel_strides(Shape(100, 8, 3, 5), 64)
    Strides(n=1920, c=1920, h=320, w=64)
    """
    ic, _, kh, kw = shape
    groups = -(-ic // side_by_side)
    row = side_by_side * kw * kh * groups
    return Strides(row, row, side_by_side * kw, side_by_side)


def kernel_addresses(
    chip: Chip, address: int, shape: Shape, size_bytes: int, side_by_side: int | None = None
) -> NDArray[np.int64]:
    """Where the elements of a kernel are.

    64IC for 8 bits, 32IC for 16 on BM1684X; 2IC with 32 bits on BM1684, where strides are counted in pairs.

    Args:
        chip: the chip.
        address: of the kernel in local memory.
        shape: input channels, output channels, lines, columns.
        size_bytes: of an element.
        side_by_side: how many input channels are side by side; None: as many as the chip has.

    Returns:
        Addresses of bytes, int64 [oc, ic, kh, kw].
    """
    beside = side_by_side or max(chip.kernel_bytes // size_bytes, 1)
    ic, oc, kh, kw = shape
    start, offset = place_of(chip, address)
    output = start + np.arange(oc)[:, None, None, None]
    row, lane = np.divmod(output, chip.lanes)
    group, inside = np.divmod(np.arange(ic)[:, None, None], beside)
    line, column = np.arange(kh)[:, None], np.arange(kw)
    strides = kernel_strides(shape, beside)
    element = row * strides.c + group * (beside * kh * kw) + line * strides.h + column * strides.w + inside
    addresses: NDArray[np.int64] = lane * chip.lane_bytes + offset + element * size_bytes
    return addresses


def encode_kernel(values: NDArray[np.generic], side_by_side: int) -> NDArray[np.generic]:
    """A kernel [oc, ic, kh, kw] as each lane has it: [oc, groups, kh, kw, side by side]; what fills up is 0.

    >>> encode_kernel(np.arange(3).reshape(1, 3, 1, 1), 2).ravel().tolist()
    [0, 1, 2, 0]
    """
    oc, ic, kh, kw = values.shape
    groups = -(-ic // side_by_side)
    whole = np.zeros((oc, groups * side_by_side, kh, kw), values.dtype)
    whole[:, :ic] = values
    return np.ascontiguousarray(whole.reshape(oc, groups, side_by_side, kh, kw).transpose(0, 1, 3, 4, 2))
