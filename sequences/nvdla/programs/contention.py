"""Layers of both units that wait for one memory all the time: what limits and weights do is seen on the port."""

from __future__ import annotations

from models.nvdla.bdma.descriptor import Bdma
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.sharing import Sharing, share
from sequences.nvdla.programs.together import Together
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import SideShape


async def contend(bench: NvdlaBench, together: Together, ram: str, sharing: Sharing, beats: int) -> None:
    """A copy and a reordering inside one memory.

    Args:
        bench: where to play.
        together: starts them.
        ram: the memory.
        sharing: what its interface is told.
        beats: that each of them reads, and that each writes, about.
    """
    await share(bench, {ram: sharing})
    side, pool = SideShape(ram), SurfacePool(bench)
    atoms = beats * bench.config.port(ram).data_bytes // bench.config.atom_bytes
    copy = CopyShape(source=side, destination=side, line_atoms=atoms // 2, lines=2)
    # With strides of 1 a contract copies a cube: one beat in, one beat out.
    reordering = RubikShape(mode="CONTRACT", width=atoms // 4, height=4, source=side, destination=side)
    await together.play(Bdma((allocate_copy(bench, copy, pool),)), [allocate_rubik(bench, reordering, pool)])
    pool.free()
