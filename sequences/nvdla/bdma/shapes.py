"""What a copy looks like, and allocating its memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.bdma.descriptor import BdmaCopy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import SideShape


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyShape:
    """What a copy looks like, before it has memory.

    Attributes:
        source: what it reads.
        destination: what it writes.
        line_atoms: atoms of a line.
        lines: lines of a surface.
        surfaces: surfaces.
    """

    source: SideShape
    destination: SideShape
    line_atoms: int = 1
    lines: int = 1
    surfaces: int = 1


def allocate_copy(bench: NvdlaBench, shape: CopyShape, pool: SurfacePool | None = None) -> BdmaCopy:
    """Give a copy surfaces and fill them: the source, and the destination with bytes to be overwritten.

    Args:
        bench: where to play.
        shape: the copy.
        pool: where surfaces come from; None: each is new.
    """
    pool = pool or SurfacePool(bench)
    atom_bytes, config = bench.config.atom_bytes, bench.config
    copy = BdmaCopy(
        source=shape.source.at_zero(shape.line_atoms, shape.lines, atom_bytes),
        destination=shape.destination.at_zero(shape.line_atoms, shape.lines, atom_bytes),
        line_atoms=shape.line_atoms,
        lines=shape.lines,
        surfaces=shape.surfaces,
    )
    source = pool.source(copy.layout(copy.source, config), atom_bytes)
    destination = pool.destination(copy.layout(copy.destination, config), atom_bytes, source)
    return replace(
        copy,
        source=replace(copy.source, address=source.address),
        destination=replace(copy.destination, address=destination.address),
    )
