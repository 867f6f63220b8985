"""The sizes of a device, and what a copy moves."""

from dataclasses import dataclass

import numpy as np

from models.memory.footprint import Footprint

READ_ID, WRITE_ID, OTHER_ID = 1, 2, 3
"""AXI ids; the last one is nobody's."""


@dataclass(frozen=True)
class Sizes:
    """A hardware configuration: an atom is what belongs together, a beat has several; where each memory begins."""

    name: str
    atom_bytes: int
    beat_bytes: int
    memories: dict


WIDE = Sizes("wide", 32, 64, {"RAM": 0xC000_0000, "SRAM": 0x5000_0000})
NARROW = Sizes("narrow", 8, 8, {"RAM": 0x8000_0000})
SIZES = (WIDE, NARROW)


@dataclass(frozen=True)
class Side:
    """One of the two sides of a copy: where it begins, and the bytes from line to line and from surface to surface."""

    memory: str
    address: int
    line_stride: int
    surface_stride: int


@dataclass(frozen=True)
class Walk:
    """Names bytes of a side by surface, line and atom."""

    side: Side
    atom_bytes: int

    def coordinates(self, address):
        surface, rest = divmod(address - self.side.address, self.side.surface_stride or 1)
        line, rest = divmod(rest, self.side.line_stride or 1)
        return f"[surface {surface}, line {line}, atom {rest // self.atom_bytes}]"


@dataclass(frozen=True)
class Copy:
    """Surfaces of lines of atoms, from a source to a destination."""

    source: Side
    destination: Side
    surfaces: int
    lines: int
    atoms: int

    def addresses(self, side, atom_bytes):
        surface, line, atom = np.indices((self.surfaces, self.lines, self.atoms), dtype=np.uint64).reshape(3, -1)
        strides = (np.uint64(size) for size in (side.surface_stride, side.line_stride, atom_bytes))
        return np.uint64(side.address) + sum(n * size for n, size in zip((surface, line, atom), strides, strict=True))


@dataclass(frozen=True)
class Launch:
    """The copies of a layer."""

    copies: tuple
    atom_bytes: int

    def reads(self):
        return tuple(self._where(number, "source", READ_ID) for number in range(len(self.copies)))

    def writes(self):
        return tuple(self._where(number, "destination", WRITE_ID) for number in range(len(self.copies)))

    def _where(self, number, name, axi_id):
        copy = self.copies[number]
        side, walk = getattr(copy, name), Walk(getattr(copy, name), self.atom_bytes)
        addresses = copy.addresses(side, self.atom_bytes)
        return Footprint(side.memory, axi_id, addresses, self.atom_bytes, f"copy {number} {name}", walk)

    def explain(self):
        return tuple(
            f"copy {number}: {copy.source.memory} {copy.source.address:#x} to "
            f"{copy.destination.memory} {copy.destination.address:#x}"
            for number, copy in enumerate(self.copies)
        )
