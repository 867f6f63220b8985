"""Where the bytes of a surface lie (``facts/nvdla_numerics.md``, section 11): the one place that knows layouts.

A layout packs values into chunks of memory and unpacks them, gives the chunks' addresses, maps an index to an address
and an address to an index, and names the place of a byte.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.flags import Flags
from models.memory import Addresses
from models.nvdla.side import Side

ELEMENT_BYTES: Mapping[str, int] = MappingProxyType({"INT8": 1, "INT16": 2, "FP16": 2})
"""Size of an element by the name of its precision."""

MOST_ATOMS = 1 << 24
"""Of one surface that can be computed: half a gigabyte with atoms of 32 bytes, more than a simulation can move."""

_ADDRESS_SPACE = 1 << 64


class TooLargeError(ValueError):
    """A surface has more atoms than can be computed."""


def ceil_div(dividend: int, divisor: int) -> int:
    """How many pieces of size `divisor` hold `dividend`."""
    return -(-dividend // divisor)


@dataclass(frozen=True)
class SurfaceLayout(ABC):
    """Surfaces of lines of atoms.

    Attributes:
        side: where it lies.
        atom_bytes: size of an atom.
    """

    side: Side
    atom_bytes: int

    @property
    @abstractmethod
    def extent(self) -> tuple[int, int, int]:
        """Surfaces, lines of a surface, atoms of a line."""

    @abstractmethod
    def name(self, surface: int, line: int, offset: int) -> str:
        """The coordinates of a byte, given its surface, its line and its offset in the line; empty if none."""

    @property
    def line_bytes(self) -> int:
        """Bytes of a line, whole atoms."""
        return self.extent[2] * self.atom_bytes

    @property
    def size_bytes(self) -> int:
        """Bytes from the first to behind the last one, the gaps included."""
        surfaces, lines, _ = self.extent
        return self.side.span_bytes(lines, surfaces, self.line_bytes)

    @cached_property
    def addresses(self) -> Addresses:
        """Addresses of the atoms, surface by surface, line by line.

        Returns:
            uint64 [surfaces * lines * atoms]; addresses wrap at 64 bits as the hardware's do.

        Raises:
            TooLargeError: there are more than can be computed.
        """
        return self.place_atoms()

    def place_atoms(self) -> Addresses:
        """Work the addresses out."""
        return atom_addresses(self.side, self.extent, self.atom_bytes)

    @property
    def owned(self) -> Flags | None:
        """Which bytes of the atoms hold values, bool [atoms, atom bytes]; None: all that belong to the surface do."""
        return None

    def place(self, address: int) -> str:
        """The coordinates of the byte at an address, for messages; empty if it has none."""
        found = self.locate(address)
        return self.name(*found) if found else ""

    def locate(self, address: int) -> tuple[int, int, int] | None:
        """Surface, line and offset in the line of the byte at an address; None if it is in no line."""
        surfaces, lines, _ = self.extent
        offset = (address - self.side.address) % _ADDRESS_SPACE
        surface, offset = _divide(offset, self.side.surface_stride_bytes, surfaces)
        line, offset = _divide(offset, self.side.line_stride_bytes, lines)
        return (surface, line, offset) if offset < self.line_bytes else None


def _divide(offset: int, stride: int, count: int) -> tuple[int, int]:
    """Which of so many pieces an offset lies in, and where in it."""
    number = min(offset // stride, count - 1) if stride and count > 1 else 0
    return number, offset - number * stride


def atom_addresses(side: Side, extent: tuple[int, int, int], atom_bytes: int) -> Addresses:
    """Addresses of the atoms of surfaces, uint64 [surfaces * lines * atoms of a line]; they wrap at 64 bits.

    Raises:
        TooLargeError: there are more than can be computed.
    """
    check_size(extent)
    surfaces, lines, atoms = (np.arange(count, dtype=np.uint64) for count in extent)
    surface = surfaces[:, None, None] * np.uint64(side.surface_stride_bytes)
    line = lines[None, :, None] * np.uint64(side.line_stride_bytes)
    atom = atoms[None, None, :] * np.uint64(atom_bytes)
    addresses: Addresses = np.uint64(side.address) + surface + line + atom
    return addresses.reshape(-1)


def check_size(extent: tuple[int, int, int]) -> None:
    """Refuse what no model could hold.

    Raises:
        TooLargeError: it has more than `MOST_ATOMS` atoms.
    """
    surfaces, lines, atoms = extent
    total = surfaces * lines * atoms
    if total > MOST_ATOMS:
        raise TooLargeError(f"it moves {total} atoms, {MOST_ATOMS} can be computed")


@dataclass(frozen=True)
class Atoms(SurfaceLayout):
    """Surfaces of whole atoms, whatever they hold: what BDMA copies.

    Attributes:
        surfaces: how many; `lines` of a surface and `line_atoms` of a line likewise.
    """

    surfaces: int
    lines: int
    line_atoms: int

    @property
    def extent(self) -> tuple[int, int, int]:
        """Surfaces, lines of a surface, atoms of a line."""
        return self.surfaces, self.lines, self.line_atoms

    def name(self, surface: int, line: int, offset: int) -> str:
        """The coordinates of a byte's atom."""
        return f"[surface {surface}, line {line}, atom {offset // self.atom_bytes}]"


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
        return (self.side.address + offset) % _ADDRESS_SPACE

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
        return (self.side.address + offset + column * self.element_bytes) % _ADDRESS_SPACE

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
