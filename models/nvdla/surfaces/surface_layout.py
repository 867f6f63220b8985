"""What a layout of a surface is, and how its chunks lie in memory (docs/nvdla/layouts.md).

Where elements lie: feature data in `cubes.py`, images in `image.py`, weights in `direct_weights.py` and
`image_and_winograd_weights.py`, compressed ones in `models/nvdla/conv/fetch/compression.py`.

A layout packs values into chunks of memory and unpacks them, gives the chunks' addresses, maps an index to an address
and an address to an index, and gives the coordinates of a byte.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from types import MappingProxyType

import numpy as np

from models.arrays.flags import Flags
from models.memory.sparse import PAGE_BYTES, Addresses
from models.nvdla.limits import LAYER_ATOMS, LAYER_PAGES, need_at_most
from models.nvdla.surfaces.side import Side

ELEMENT_BYTES: Mapping[str, int] = MappingProxyType({"INT8": 1, "INT16": 2, "FP16": 2})
"""Size of an element by the name of its precision."""

ADDRESS_SPACE = 1 << 64


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

    @property
    def walk(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Bytes of a piece without a gap, then how many of what came before stand at which stride, the inmost first."""
        surfaces, lines, _ = self.extent
        return self.line_bytes, ((lines, self.side.line_stride_bytes), (surfaces, self.side.surface_stride_bytes))

    @property
    def most_pages(self) -> int:
        """Pages of memory that it lies in, at most."""
        span, steps = self.walk
        pages = ceil_div(span - self.atom_bytes, PAGE_BYTES) + 1
        for count, stride in steps:
            span += (count - 1) * stride
            pages = min(count * pages, ceil_div(span - self.atom_bytes, PAGE_BYTES) + 1)
        return pages

    @cached_property
    def addresses(self) -> Addresses:
        """Addresses of the atoms, surface by surface, line by line.

        Returns:
            uint64 [surfaces * lines * atoms]; addresses wrap at 64 bits as the hardware's do.

        Raises:
            TooLargeError: there are more than can be computed.
        """
        return self.compute_addresses()

    @property
    def last_lines(self) -> Addresses:
        """Addresses of the atoms of each surface's last line, uint64 [surfaces, atoms]."""
        surfaces, lines, atoms = self.extent
        side = replace(self.side, address=self.side.address + (lines - 1) * self.side.line_stride_bytes)
        return atom_addresses(side, (surfaces, 1, atoms), self.atom_bytes).reshape(surfaces, atoms)

    def compute_addresses(self) -> Addresses:
        """Work the addresses out."""
        return atom_addresses(self.side, self.extent, self.atom_bytes)

    @property
    def owned(self) -> Flags | None:
        """Which bytes of the atoms hold values, bool [atoms, atom bytes]; None: all that belong to the surface do."""
        return None

    def coordinates(self, address: int) -> str:
        """The coordinates of the byte at an address, for messages; empty if it has none."""
        found = self.locate(address)
        return self.name(*found) if found else ""

    def locate(self, address: int) -> tuple[int, int, int] | None:
        """Surface, line and offset in the line of the byte at an address; None if it is in no line."""
        surfaces, lines, _ = self.extent
        offset = (address - self.side.address) % ADDRESS_SPACE
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
    addresses: Addresses = np.uint64(side.address % ADDRESS_SPACE) + surface + line + atom
    return addresses.reshape(-1)


def check_size(extent: tuple[int, int, int]) -> None:
    """Refuse a surface that no layer can read or write.

    Raises:
        TooLargeError: it has too many atoms.
    """
    need_at_most(LAYER_ATOMS, prod(extent), "has a surface with atoms:")


def need_room(layouts: Iterable[SurfaceLayout], does: str) -> None:
    """Refuse a layer that touches too much memory, before any address is worked out.

    Args:
        layouts: all that it reads, or all that it writes.
        does: which of the two, ``reads`` or ``writes``.

    Raises:
        TooLargeError: these are too many atoms, or they lie in too many pages.
    """
    surfaces = list(layouts)
    need_at_most(LAYER_ATOMS, sum(prod(layout.extent) for layout in surfaces), f"{does} atoms of memory:")
    need_at_most(LAYER_PAGES, sum(layout.most_pages for layout in surfaces), f"{does} in pages of memory:")


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
class Stream(SurfaceLayout):
    """Bytes one after the other, fetched in whole atoms: what CDMA reads of weights.

    Attributes:
        size: how many bytes.
    """

    size: int

    @property
    def extent(self) -> tuple[int, int, int]:
        """One surface of one line of so many atoms."""
        return 1, 1, ceil_div(self.size, self.atom_bytes)

    def name(self, surface: int, line: int, offset: int) -> str:  # noqa: ARG002 - there is only one of both
        """How far in the stream a byte is."""
        return f"[byte {offset}]"
