"""Tensors in memory: where each element is, and arrays put there and taken from there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.sophgo.config import Chip
from models.sophgo.layouts.lanes import place_of
from models.sophgo.layouts.strides import Shape, Strides

ByteAddresses = NDArray[np.int64]
"""Of each element the address of its first byte, in the element's own shape."""


def local_addresses(chip: Chip, address: int, shape: Shape, strides: Strides, size_bytes: int) -> ByteAddresses:
    """The addresses of a tensor in local memory, [n, c, h, w]: channels go from lane to lane."""
    start, offset = place_of(chip, address)
    row, lane = np.divmod(start + np.arange(shape.c)[:, None, None], chip.lanes)
    n, h, w = np.arange(shape.n)[:, None, None, None], np.arange(shape.h)[:, None], np.arange(shape.w)
    element = n * strides.n + row * strides.c + h * strides.h + w * strides.w
    addresses: ByteAddresses = lane * chip.lane_bytes + offset + element * size_bytes
    return addresses


def system_addresses(address: int, shape: Shape, strides: Strides, size_bytes: int) -> ByteAddresses:
    """The addresses of a tensor in any other memory, [n, c, h, w]."""
    n, c, h, w = np.ogrid[: shape.n, : shape.c, : shape.h, : shape.w]
    addresses: ByteAddresses = address + (n * strides.n + c * strides.c + h * strides.h + w * strides.w) * size_bytes
    return addresses


def encode(values: NDArray[Any], addresses: ByteAddresses, memory: Bytes) -> None:
    """Put an array into a memory, of which `memory` is all bytes; where two elements meet, the later one stays."""
    data = np.ascontiguousarray(values).reshape(-1, 1).view(np.uint8)
    memory[addresses.reshape(-1, 1) + np.arange(values.itemsize)] = data


def decode(memory: Bytes, addresses: ByteAddresses, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Take an array from a memory."""
    data = memory[addresses.reshape(-1, 1) + np.arange(dtype.itemsize)]
    return np.ascontiguousarray(data).view(dtype).reshape(addresses.shape)
