"""Two launches whose last answers come in the same cycle, each from a memory of its own."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.groups import GROUPS
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import SideShape

LENGTHS = range(1, 81)
"""Beats of the second launch: each takes a cycle."""


async def answers_meet(bench: NvdlaBench, slow: str, quick: str) -> None:
    """The second launch ends ever later than the first one, of which the answer takes its time.

    Args:
        bench: where to play.
        slow: the memory that the first launch writes.
        quick: the one that the second launch writes, and both read; its answers come at once.
    """
    beat_atoms = bench.config.port(quick).data_bytes // bench.config.atom_bytes
    first = CopyShape(source=SideShape(quick), destination=SideShape(slow))
    second = replace(first, destination=SideShape(quick))
    for length in LENGTHS:
        pool = SurfacePool(bench)
        for group, shape in zip(GROUPS, (first, replace(second, line_atoms=length * beat_atoms)), strict=True):
            await gather(bench, [allocate_copy(bench, shape, pool)], look=False)
            await launch(bench, group)
        await serve_groups(bench, *GROUPS)
        await bench.host.drain()
        pool.free()
