"""Where the weights of direct convolution lie (docs/nvdla/layouts.md, 'Weights for direct convolution')."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.surfaces.surface_layout import ADDRESS_SPACE, SurfaceLayout, ceil_div, check_size

Index = tuple[int, int, int, int]
"""Kernel, channel, row and column."""
KernelShape = tuple[int, int, int, int]
"""Kernels, channels, rows, columns."""


@dataclass(frozen=True)
class KernelLayout(SurfaceLayout):
    """Kernels in groups, the channels of a group in blocks; one line of atoms, which fills whole entries of the buffer.

    Attributes:
        kernels: how many; `channels`, `rows` and `columns` of a kernel likewise.
        element_bytes: size of an element.
        group_kernels: kernels of a group, at most.
        block_channels: channels of a block, at most.
        entry_bytes: size of an entry of the buffer.
    """

    kernels: int
    channels: int
    rows: int
    columns: int
    element_bytes: int
    group_kernels: int
    block_channels: int
    entry_bytes: int

    @property
    def element_count(self) -> int:
        """Elements of all kernels."""
        return self.kernels * self.channels * self.rows * self.columns

    @property
    def group_elements(self) -> tuple[int, ...]:
        """Elements of each group of kernels."""
        of_kernel = self.channels * self.rows * self.columns
        return tuple(
            count * of_kernel for _, count, groups in _parts(self.kernels, self.group_kernels) for _ in range(groups)
        )

    @property
    def weight_bytes(self) -> int:
        """Bytes of the surface, its padding included."""
        return ceil_div(self.element_count * self.element_bytes, self.entry_bytes) * self.entry_bytes

    @property
    def extent(self) -> tuple[int, int, int]:
        """Surfaces, lines of a surface, atoms of a line."""
        return 1, 1, ceil_div(self.weight_bytes, self.atom_bytes)

    @property
    def owned(self) -> Flags:
        """Which bytes of the atoms hold elements, bool [atoms, atom bytes]."""
        check_size(self.extent)
        inside = np.arange(self.line_bytes) < self.element_count * self.element_bytes
        return inside.reshape(-1, self.atom_bytes)

    def pack(self, values: NDArray[Any], rest: int | bool) -> NDArray[Any]:
        """Kernels as atoms.

        Args:
            values: bytes (or flags of bytes) of the elements, [kernels, channels, rows, columns, element bytes].
            rest: what stands behind the last element.

        Returns:
            [atoms, atom bytes], in the order of `addresses`.
        """
        atoms = np.full(self.line_bytes, rest, values.dtype)
        for piece, where in self._pieces(values, atoms):
            where[...] = piece
        return atoms.reshape(-1, self.atom_bytes)

    def unpack(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """What `pack` packed: [kernels, channels, rows, columns, element bytes]."""
        shape = (self.kernels, self.channels, self.rows, self.columns, self.element_bytes)
        values = np.empty(shape, atoms.dtype)
        for piece, where in self._pieces(values, atoms.reshape(-1)):
            piece[...] = where
        return values

    def _pieces(self, values: NDArray[Any], line: NDArray[Any]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
        """Elements beside their places: views [groups, blocks, rows, columns, kernels, channels, element bytes].

        Four at most: whole groups and the short one, of each whole blocks and the short one.
        """
        for first, count, groups in _parts(self.kernels, self.group_kernels):
            begin, size = self.offset_of((first, 0, 0, 0)), count * self.element_count // self.kernels
            chunk = line[begin : begin + groups * size * self.element_bytes].reshape(groups, -1)
            for channel, width, blocks in _parts(self.channels, self.block_channels):
                shape = (groups, blocks, self.rows, self.columns, count, width, self.element_bytes)
                start = self.offset_of((first, channel, 0, 0)) - begin
                length = blocks * self.rows * self.columns * count * width * self.element_bytes
                piece = values[first : first + groups * count, channel : channel + blocks * width]
                piece = piece.reshape(groups, count, blocks, width, self.rows, self.columns, self.element_bytes)
                yield piece.transpose(0, 2, 4, 5, 1, 3, 6), chunk[:, start : start + length].reshape(shape)

    def offset_of(self, index: Index) -> int:
        """Bytes from the first to an element."""
        kernel, channel, row, column = index
        group, inner = divmod(kernel, self.group_kernels)
        block, lane = divmod(channel, self.block_channels)
        kernels = min(self.group_kernels, self.kernels - group * self.group_kernels)
        lanes = min(self.block_channels, self.channels - block * self.block_channels)
        taps = self.rows * self.columns
        elements = group * self.group_kernels * self.channels * taps + block * self.block_channels * kernels * taps
        elements += ((row * self.columns + column) * kernels + inner) * lanes + lane
        return elements * self.element_bytes

    def index_at(self, offset: int) -> Index | None:
        """The element that the byte at an offset is of; None if there is none."""
        element, taps = offset // self.element_bytes, self.rows * self.columns
        if not 0 <= element < self.element_count:
            return None
        group, element = divmod(element, self.group_kernels * self.channels * taps)
        kernels = min(self.group_kernels, self.kernels - group * self.group_kernels)
        block, element = divmod(element, self.block_channels * kernels * taps)
        lanes = min(self.block_channels, self.channels - block * self.block_channels)
        element, lane = divmod(element, lanes)
        tap, inner = divmod(element, kernels)
        row, column = divmod(tap, self.columns)
        return group * self.group_kernels + inner, block * self.block_channels + lane, row, column

    def address_of(self, index: Index) -> int:
        """The address of an element."""
        return (self.side.address + self.offset_of(index)) % ADDRESS_SPACE

    def name(self, surface: int, line: int, offset: int) -> str:  # noqa: ARG002 - there is one line
        """The coordinates of a byte's element; empty in the padding."""
        index = self.index_at(offset)
        return "[k {}, c {}, r {}, s {}]".format(*index) if index else ""


def _parts(total: int, size: int) -> Iterator[tuple[int, int, int]]:
    """The whole pieces of a size and the short one: where they begin, the size of each, how many."""
    whole, rest = divmod(total, size)
    if whole:
        yield 0, size, whole
    if rest:
        yield whole * size, rest, 1
