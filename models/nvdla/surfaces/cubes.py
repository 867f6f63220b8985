"""Where the elements of a cube lie: feature data and planes (docs/nvdla/layouts.md)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.surfaces.surface_layout import ADDRESS_SPACE, SurfaceLayout, ceil_div, check_size


@dataclass(frozen=True)
class ElementLayout(SurfaceLayout):
    """A cube of elements.

    Attributes:
        channels: extents of the cube; `height` and `width` likewise.
        element_bytes: size of an element.
    """

    channels: int
    height: int
    width: int
    element_bytes: int

    @property
    def atom_elements(self) -> int:
        """Elements of an atom."""
        return self.atom_bytes // self.element_bytes

    @abstractmethod
    def index(self, surface: int, line: int, offset: int) -> tuple[int, int, int]:
        """Channel, line and column of the element at an offset of a line."""

    @abstractmethod
    def address_of(self, channel: int, line: int, column: int) -> int:
        """The address of an element."""

    @abstractmethod
    def pack(self, values: NDArray[Any], rest: int | bool) -> NDArray[Any]:
        """Elements as atoms.

        Args:
            values: bytes (or flags of bytes) of the elements, [channels, height, width, element bytes].
            rest: what stands in the atoms' bytes that no element has.

        Returns:
            [atoms, atom bytes], in the order of `addresses`.
        """

    @abstractmethod
    def unpack(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """What `pack` packed: [channels, height, width, element bytes]."""

    def index_of(self, address: int) -> tuple[int, int, int] | None:
        """Channel, line and column of the element that the byte at an address is of; None if there is none."""
        found = self.locate(address)
        index = self.index(*found) if found else None
        return index if index and index[0] < self.channels and index[2] < self.width else None

    def name(self, surface: int, line: int, offset: int) -> str:
        """The coordinates of a byte's element."""
        channel, line, column = self.index(surface, line, offset)
        return f"[c {channel}, h {line}, w {column}]"


@dataclass(frozen=True)
class FeatureCube(ElementLayout):
    """Feature data: a surface for as many channels as an atom holds, an atom a pixel."""

    @property
    def extent(self) -> tuple[int, int, int]:
        """Surfaces, lines of a surface, atoms of a line."""
        return ceil_div(self.channels, self.atom_elements), self.height, self.width

    def index(self, surface: int, line: int, offset: int) -> tuple[int, int, int]:
        """Channel, line and column of the element at an offset of a line."""
        column, inside = divmod(offset, self.atom_bytes)
        return surface * self.atom_elements + inside // self.element_bytes, line, column

    def address_of(self, channel: int, line: int, column: int) -> int:
        """The address of an element."""
        surface, element = divmod(channel, self.atom_elements)
        offset = surface * self.side.surface_stride_bytes + line * self.side.line_stride_bytes
        offset += column * self.atom_bytes + element * self.element_bytes
        return (self.side.address + offset) % ADDRESS_SPACE

    def pack(self, values: NDArray[Any], rest: int | bool) -> NDArray[Any]:
        """Elements as atoms; the channels that the last surface lacks hold `rest`."""
        surfaces, elements = self.extent[0], self.atom_elements
        shape = (surfaces * elements, self.height, self.width, self.element_bytes)
        whole = values
        if shape[0] != self.channels:
            whole = np.full(shape, rest, values.dtype)
            whole[: self.channels] = values
        parts = whole.reshape(surfaces, elements, self.height, self.width, self.element_bytes)
        return parts.transpose(0, 2, 3, 1, 4).reshape(-1, self.atom_bytes)

    def unpack(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """What `pack` packed: [channels, height, width, element bytes]."""
        parts = atoms.reshape(-1, self.height, self.width, self.atom_elements, self.element_bytes)
        cube = parts.transpose(0, 3, 1, 2, 4).reshape(-1, self.height, self.width, self.element_bytes)
        return cube[: self.channels]


@dataclass(frozen=True)
class Planes(ElementLayout):
    """Planar data: a plane for each channel, its lines in whole atoms; a surface is a plane."""

    @property
    def extent(self) -> tuple[int, int, int]:
        """Planes, lines of a plane, atoms of a line, the last one perhaps in part."""
        return self.channels, self.height, ceil_div(self.width * self.element_bytes, self.atom_bytes)

    @property
    def owned(self) -> Flags:
        """Which bytes of the atoms hold elements, bool [atoms, atom bytes]."""
        check_size(self.extent)
        planes, lines, atoms = self.extent
        inside = np.arange(atoms * self.atom_bytes).reshape(atoms, self.atom_bytes) < self.width * self.element_bytes
        return np.tile(inside, (planes * lines, 1))

    def index(self, surface: int, line: int, offset: int) -> tuple[int, int, int]:
        """Channel, line and column of the element at an offset of a line."""
        return surface, line, offset // self.element_bytes

    def address_of(self, channel: int, line: int, column: int) -> int:
        """The address of an element."""
        offset = channel * self.side.surface_stride_bytes + line * self.side.line_stride_bytes
        return (self.side.address + offset + column * self.element_bytes) % ADDRESS_SPACE

    def pack(self, values: NDArray[Any], rest: int | bool) -> NDArray[Any]:
        """Elements as atoms; behind a line's last element its last atom holds `rest`."""
        lines = values.reshape(self.channels, self.height, self.width * self.element_bytes)
        if lines.shape[2] != self.line_bytes:
            whole = np.full((self.channels, self.height, self.line_bytes), rest, values.dtype)
            whole[:, :, : lines.shape[2]] = lines
            lines = whole
        return lines.reshape(-1, self.atom_bytes)

    def unpack(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """What `pack` packed: [channels, height, width, element bytes]."""
        lines = atoms.reshape(self.channels, self.height, -1)[:, :, : self.width * self.element_bytes]
        return lines.reshape(self.channels, self.height, self.width, self.element_bytes)
