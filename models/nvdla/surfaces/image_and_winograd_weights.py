"""Where the weights of images and of Winograd convolutions lie (docs/nvdla/layouts.md, 'Weights for images').

Both are kernels whose elements are lined up first; the lines then lie as the channels of a direct convolution do.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from models.nvdla.surfaces.direct_weights import Index, KernelLayout

TILE = 4
"""Rows and columns of a tile of Winograd, of a kernel once it is transformed, and the channels of a block of those."""


@dataclass(frozen=True)
class LinedKernels(KernelLayout):
    """Kernels whose elements are lined up before they are laid out."""

    @property
    @abstractmethod
    def lines(self) -> KernelLayout:
        """How they lie when they are lined up."""

    @abstractmethod
    def line_up(self, kernels: NDArray[Any]) -> NDArray[Any]:
        """Kernels [kernels, channels, rows, columns, ...] as `lines` takes them."""

    @abstractmethod
    def line_down(self, lines: NDArray[Any]) -> NDArray[Any]:
        """Kernels that were lined up."""

    @abstractmethod
    def place(self, index: Index) -> Index:
        """Where `line_up` puts an element."""

    @abstractmethod
    def index(self, place: Index) -> Index:
        """The element that `line_up` puts in a place."""

    def pack(self, values: NDArray[Any], rest: int | bool) -> NDArray[Any]:
        """Kernels as atoms; `values` are [kernels, channels, rows, columns, element bytes]."""
        return self.lines.pack(self.line_up(values), rest)

    def unpack(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """What `pack` packed: [kernels, channels, rows, columns, element bytes]."""
        return self.line_down(self.lines.unpack(atoms))

    def offset_of(self, index: Index) -> int:
        """Bytes from the first to an element."""
        return self.lines.offset_of(self.place(index))

    def index_at(self, offset: int) -> Index | None:
        """The element that the byte at an offset is of; None if there is none."""
        place = self.lines.index_at(offset)
        return self.index(place) if place else None

    def _as_lines(self, channels: int, rows: int, block_channels: int) -> KernelLayout:
        """Layout of kernels of a column."""
        return KernelLayout(
            self.side, self.atom_bytes, self.kernels, channels, rows, 1,
            self.element_bytes, self.group_kernels, block_channels, self.entry_bytes,
        )  # fmt: skip


@dataclass(frozen=True)
class ImageKernels(LinedKernels):
    """Kernels for images: a row is one line of all columns' components.

    Attributes:
        step_rows: rows of a step of the MAC; more than one lie one behind the other.
    """

    step_rows: int = 1

    @property
    def row_elements(self) -> int:
        """Elements of a kernel's row."""
        return self.columns * self.channels

    @property
    def lines(self) -> KernelLayout:
        """A channel for each element of a row; with several rows a step, for each of a kernel."""
        size = self.row_elements
        if self.step_rows == 1:
            return self._as_lines(size, self.rows, self.block_channels)
        return self._as_lines(size * self.rows, 1, size * self.step_rows)

    def line_up(self, kernels: NDArray[Any]) -> NDArray[Any]:
        """Kernels [kernels, components, rows, columns, ...] as `lines` takes them."""
        rows = kernels.swapaxes(1, 3).swapaxes(1, 2)  # kernels, rows, columns, components
        shape = self.lines
        lines = rows.reshape(self.kernels, shape.rows, shape.channels, 1, *kernels.shape[4:])
        return lines.swapaxes(1, 2)

    def line_down(self, lines: NDArray[Any]) -> NDArray[Any]:
        """Kernels that were lined up."""
        rows = lines.swapaxes(1, 2).reshape(self.kernels, self.rows, self.columns, self.channels, *lines.shape[4:])
        return rows.swapaxes(1, 2).swapaxes(1, 3)

    def place(self, index: Index) -> Index:
        """Where `line_up` puts an element."""
        kernel, channel, row, column = index
        element = (row * self.columns + column) * self.channels + channel
        line, element = divmod(element, self.lines.channels)
        return kernel, element, line, 0

    def index(self, place: Index) -> Index:
        """The element that `line_up` puts in a place."""
        kernel, element, line, _ = place
        tap, channel = divmod(line * self.lines.channels + element, self.channels)
        row, column = divmod(tap, self.columns)
        return kernel, channel, row, column


@dataclass(frozen=True)
class WinogradKernels(LinedKernels):
    """Transformed kernels, [kernels, extended channels, 4, 4]: all positions of four channels are a cube."""

    @property
    def lines(self) -> KernelLayout:
        """A channel for each element of a kernel, a block for each cube."""
        return self._as_lines(self.channels * TILE * TILE, 1, TILE**3)

    def line_up(self, kernels: NDArray[Any]) -> NDArray[Any]:
        """Kernels [kernels, extended channels, 4, 4, ...] as `lines` takes them."""
        cubes = kernels.reshape(self.kernels, -1, TILE, TILE * TILE, *kernels.shape[4:]).swapaxes(2, 3)
        return cubes.reshape(self.kernels, -1, 1, 1, *kernels.shape[4:])

    def line_down(self, lines: NDArray[Any]) -> NDArray[Any]:
        """Kernels that were lined up."""
        cubes = lines.reshape(self.kernels, -1, TILE * TILE, TILE, *lines.shape[4:]).swapaxes(2, 3)
        return cubes.reshape(self.kernels, -1, TILE, TILE, *lines.shape[4:])

    def place(self, index: Index) -> Index:
        """Where `line_up` puts an element."""
        kernel, channel, row, column = index
        block, lane = divmod(channel, TILE)
        return kernel, ((block * TILE + row) * TILE + column) * TILE + lane, 0, 0

    def index(self, place: Index) -> Index:
        """The element that `line_up` puts in a place."""
        kernel, element, _, _ = place
        element, lane = divmod(element, TILE)
        element, column = divmod(element, TILE)
        block, row = divmod(element, TILE)
        return kernel, block * TILE + lane, row, column
