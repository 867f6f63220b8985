"""BDMA layers of every order of size, gap and number of operations, which random ones draw rarely."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config.names import MEMORY_INTERFACES
from models.nvdla.groups import GROUPS
from sequences.draw import ladder
from sequences.nvdla.bdma.directed import copy_group
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.slots import count_stalls, gather, launch, serve_groups
from sequences.nvdla.kinds.extents import gap_pairs
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import two_sides

GAPS = (0, 1, 2, 3, 5, 12, 40, 100)
LOOKS = 16


async def every_size(bench: NvdlaBench) -> None:
    """Lines, counts of lines and counts of surfaces, each from 1 to the most that there may be."""
    source, destination = two_sides(bench.config)
    packed = CopyShape(source=source, destination=destination)
    repeats = ladder(16, 1 << bench.config.bdma_repeat_bits, 4)
    shapes = [replace(packed, line_atoms=atoms) for atoms in ladder(8, bench.registers.BDMA.CFG_LINE.SIZE.limit + 1, 2)]
    shapes += [replace(packed, lines=lines) for lines in repeats]
    shapes += [replace(packed, surfaces=surfaces) for surfaces in repeats]
    await _play(bench, shapes)


async def every_gap(bench: NvdlaBench) -> None:
    """Gaps between lines and between surfaces on both sides, from none to many lines."""
    source, destination = two_sides(bench.config)
    small = CopyShape(source=source, destination=destination, line_atoms=2, lines=2, surfaces=2)
    shapes = [
        replace(small, source=replace(source, gaps=read), destination=replace(destination, gaps=written))
        for read, written in gap_pairs(GAPS)
    ]
    await _play(bench, shapes)


async def every_slot_count(bench: NvdlaBench) -> None:
    """Groups of one operation up to as many as there are slots, each number in both groups."""
    source, destination = two_sides(bench.config)
    shape = CopyShape(source=source, destination=destination)
    for operations in range(1, bench.config.bdma_slots + 1):
        for group in GROUPS:
            await copy_group(bench, group, [shape] * operations)


async def same_group_again(bench: NvdlaBench) -> None:
    """Each group twice in a row; and commands written that do not ask for anything."""
    source, destination = two_sides(bench.config)
    block, shape = bench.registers.BDMA, CopyShape(source=source, destination=destination)
    for group in (0, 0, 1, 1):
        for register in (block.CFG_OP, block.CFG_LAUNCH0, block.CFG_LAUNCH1):
            await bench.host.write(register, 0)
        await copy_group(bench, group, [shape])


async def both_groups_busy(bench: NvdlaBench) -> None:
    """Look at the statuses while both groups run and while one does, whichever was launched first."""
    source, destination = two_sides(bench.config)
    shape = CopyShape(source=source, destination=destination, line_atoms=32, lines=16)
    interfaces = [name for name in MEMORY_INTERFACES if name in bench.config.block_bases]
    await count_stalls(bench, enable=True)
    for groups in (GROUPS, GROUPS[::-1]):
        for group in groups:
            await gather(bench, [allocate_copy(bench, shape)])
            await launch(bench, group)
        for _ in range(LOOKS):
            for name in ("BDMA", *interfaces):
                await bench.host.read(bench.registers.blocks[name].STATUS)
        await serve_groups(bench, *groups)
    await count_stalls(bench, enable=False)


async def _play(bench: NvdlaBench, shapes: list[CopyShape]) -> None:
    """As many as slots hold at a time; each time the memory is given back."""
    for number, first in enumerate(range(0, len(shapes), bench.config.bdma_slots)):
        pool, group = SurfacePool(bench), GROUPS[number % len(GROUPS)]
        copies = [allocate_copy(bench, shape, pool) for shape in shapes[first : first + bench.config.bdma_slots]]
        await gather(bench, copies)
        await launch(bench, group)
        await serve_groups(bench, group)
        pool.free()
