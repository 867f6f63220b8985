"""What moves tensors: ``okk_gdma_*`` and the copies of ``okk_bdc_*``. Names of parameters are those of ``okk.h``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from models.sophgo.bm1684.memories import Arguments, CallError, Memories
from models.sophgo.config import BM1684
from models.sophgo.layouts.lanes import place_of
from models.sophgo.layouts.matrices import matrix_elements, matrix_shape
from models.sophgo.layouts.strides import Shape, aligned

UNSIGNED: Mapping[int, np.dtype[Any]] = MappingProxyType({bits: np.dtype(f"u{bits // 8}") for bits in (8, 16, 32)})
COPY = ("dst_addr", "src_addr", "shape", "dst_stride", "src_stride")
FILL = ("dst_addr", "C", "shape", "dst_stride")
MATRIX = ("dst_addr", "src_addr", "rows", "cols", "cols_per_channel", "row_stride")
MOST = (1 << 16) - 1
WORD_BYTES = 4


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the kernel interface.

    Attributes:
        parameters: their names, in their order.
        call: does it.
    """

    parameters: tuple[str, ...]
    call: Callable[[Memories, Arguments], None]


def _copy(dtype: np.dtype[Any], direction: str, memories: Memories, given: Arguments) -> None:
    """Copy a tensor; S is L2 memory or DDR, L local memory."""
    read = memories.read if direction.startswith("L") else memories.read_system
    write = memories.write if direction.endswith("L") else memories.write_system
    values = read(given.number("src_addr"), given.shape, given.sides("src_stride"), dtype)
    write(given.number("dst_addr"), given.sides("dst_stride"), values)


def _fill(dtype: np.dtype[Any], place: str, memories: Memories, given: Arguments) -> None:
    """Let all elements of a tensor be the low bits of a constant."""
    least = -(1 << 8 * dtype.itemsize - 1)
    constant = np.array(given.number("C", least, (1 << 8 * dtype.itemsize) - 1)).astype(dtype)
    address, strides, values = (
        given.number("dst_addr"),
        given.sides("dst_stride"),
        np.broadcast_to(constant, given.shape),
    )
    if place == "local":
        of_32_bits = aligned(BM1684, given.shape, WORD_BYTES, place_of(BM1684, address).lane)
        memories.write(address, strides or of_32_bits, values)  # without strides always those, whatever an element has
    else:
        memories.write_system(address, strides, values)


def _copy_matrix(direction: str, memories: Memories, given: Arguments) -> None:
    """Copy a matrix of 32-bit elements between local memory, where it is aligned, and rows `row_stride` elements apart.

    Raises:
        CallError: there are more columns in a channel than in the matrix, or something is beyond its memory.
    """
    dtype, to_local = UNSIGNED[32], direction == "S2L"
    rows, cols, each = (given.number(name, 1, MOST) for name in ("rows", "cols", "cols_per_channel"))
    if each > cols:
        raise CallError(f"cols_per_channel is {each}: there are {cols} columns")
    local, system = (
        given.number(name) for name in (("dst_addr", "src_addr") if to_local else ("src_addr", "dst_addr"))
    )
    shape = matrix_shape(rows, cols, each)
    strides_from_lane_0 = aligned(BM1684, shape, dtype.itemsize)  # whichever it begins in
    places = memories.local_places(local, shape, strides_from_lane_0, dtype.itemsize)
    held = matrix_elements(places, cols)[..., np.newaxis] + np.arange(dtype.itemsize)
    lines, strides = Shape(1, 1, rows, cols), (0, 0, given.number("row_stride"), 1)
    if to_local:
        values = memories.read_system(system, lines, strides, dtype)[0, 0]
        memories.local[held] = np.ascontiguousarray(values)[..., np.newaxis].view(np.uint8)
    else:
        memories.write_system(system, strides, np.ascontiguousarray(memories.local[held]).view(dtype).reshape(lines))


COPIES: Mapping[str, Function] = MappingProxyType(
    {
        f"okk_gdma_{bits}bit_cpy_{direction}": Function(COPY, partial(_copy, dtype, direction))
        for bits, dtype in UNSIGNED.items()
        for direction in ("S2L", "L2S", "L2L", "S2S")
    }
    | {
        f"okk_gdma_{bits}bit_set_C_{place}": Function(FILL, partial(_fill, dtype, place))
        for bits, dtype in UNSIGNED.items()
        for place in ("local", "system")
    }
    | {
        f"okk_gdma_32bit_matrix_{direction}": Function(MATRIX, partial(_copy_matrix, direction))
        for direction in ("S2L", "L2S")
    }
    | {
        "okk_bdc_32bit_cpy": Function(COPY, partial(_copy, UNSIGNED[32], "L2L")),
        "okk_bdc_32bit_set_C": Function(FILL, partial(_fill, UNSIGNED[32], "local")),
    }
)
"""By their names."""
