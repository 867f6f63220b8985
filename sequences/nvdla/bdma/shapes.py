"""What a copy looks like, and giving it a place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.bdma.descriptor import BdmaCopy
from models.nvdla.surfaces.side import Side
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.tensors.places import Places


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyShape:
    """What a copy looks like, before it has a place in memory.

    Attributes:
        source: name of the memory that it reads.
        destination: name of the memory that it writes.
        line_atoms: atoms of a line.
        lines: lines of a surface.
        surfaces: surfaces.
        source_gaps: atoms between two lines and between two surfaces of the source.
        destination_gaps: the same of the destination.
    """

    source: str
    destination: str
    line_atoms: int = 1
    lines: int = 1
    surfaces: int = 1
    source_gaps: tuple[int, int] = (0, 0)
    destination_gaps: tuple[int, int] = (0, 0)


def place_copy(bench: NvdlaBench, shape: CopyShape, places: Places | None = None) -> BdmaCopy:
    """Give a copy surfaces and fill them: the source, and the destination with bytes to be overwritten.

    Args:
        bench: where to play.
        shape: the copy.
        places: where surfaces come from; None: each is new.
    """
    places = places or Places(bench)
    copy = BdmaCopy(
        source=_unplaced(bench, shape, shape.source, shape.source_gaps),
        destination=_unplaced(bench, shape, shape.destination, shape.destination_gaps),
        line_atoms=shape.line_atoms,
        lines=shape.lines,
        surfaces=shape.surfaces,
    )
    atom_bytes, config = bench.config.atom_bytes, bench.config
    source = places.source(copy.source.ram, copy.layout(copy.source, config).size_bytes, atom_bytes)
    size_bytes = copy.layout(copy.destination, config).size_bytes
    destination = places.destination(copy.destination.ram, size_bytes, atom_bytes, source)
    return replace(
        copy,
        source=replace(copy.source, address=source.address),
        destination=replace(copy.destination, address=destination.address),
    )


def _unplaced(bench: NvdlaBench, shape: CopyShape, ram: str, gaps: tuple[int, int]) -> Side:
    atom_bytes = bench.config.atom_bytes
    line = (shape.line_atoms + gaps[0]) * atom_bytes
    surface = shape.lines * line + gaps[1] * atom_bytes
    return Side(ram=ram, address=0, line_stride_bytes=line, surface_stride_bytes=surface)
