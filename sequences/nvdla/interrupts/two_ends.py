"""Two groups that end one behind the other: the second interrupt comes while software serves the first."""

from __future__ import annotations

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.groups import GROUPS
from models.nvdla.interrupts import done_bits
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.serve import serve, serve_some
from sequences.nvdla.firmware.slots import gather, launch
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import SideShape

FIRST_ATOMS, MOST_ATOMS = 128, 24
"""Of the first copy, which runs until the second is launched; and of the longest second one."""
UNSEEN_CYCLES = 256
"""How long nobody looks: longer than a change takes to the pin."""


async def second_end_meanwhile(bench: NvdlaBench) -> None:
    """Second copies of every length: their ends walk over the read and the clear of the first one's interrupt."""
    side = SideShape(next(iter(bench.config.ports)))
    bits = {bit for group in GROUPS for bit in done_bits(BDMA, group)}
    for atoms in range(1, MOST_ATOMS + 1):
        pool = SurfacePool(bench)
        for group, size in zip(GROUPS, (FIRST_ATOMS, atoms), strict=True):
            shape = CopyShape(source=side, destination=side, line_atoms=size)
            await gather(bench, [allocate_copy(bench, shape, pool)])
            await launch(bench, group)
        seen = await serve_some(bench, bits)
        await bench.host.pause(UNSEEN_CYCLES)
        await serve(bench, bits - seen)
        pool.free()
