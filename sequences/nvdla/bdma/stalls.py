"""BDMA layers whose stall counters and statuses say something: one that waits long, and small ones behind it."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.bdma.block import STALL_REGISTERS
from models.nvdla.config.names import MEMORY_INTERFACES
from models.nvdla.groups import GROUPS
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.slots import count_stalls, gather, launch, serve_groups
from sequences.nvdla.tensors.side_shape import two_sides

LONG_LINES = 400
"""Lines of an atom each: more than the queues of a memory interface hold."""
BUSY_LINES = ((8, 8), (8, 400))
"""Of the layers of both groups, a pair at a time: two that only wait for their answers, and one that runs for long
after the other one is served, however late that one's answers are."""


async def read_all_statuses(bench: NvdlaBench) -> None:
    """Read what may tell that something runs: the unit's status, its counters, the memory interfaces' idle bits."""
    block = bench.registers.BDMA
    await bench.host.read(block.STATUS)
    for name in (name for names in STALL_REGISTERS for name in names):
        await bench.host.read(block.registers[name])
    for interface in MEMORY_INTERFACES:
        if interface in bench.registers.blocks:
            await bench.host.read(bench.registers.blocks[interface].STATUS)
    await bench.host.read(block.STATUS)


async def stall_counters(bench: NvdlaBench) -> None:
    """With counting on throughout: a long layer, then small ones in either group; statuses all the while.

    What a counter shows that is never cleared, or that is the other group's, is too much for a small layer.
    """
    first, _ = two_sides(bench.config)
    small = CopyShape(source=first, destination=first)
    await count_stalls(bench, enable=True)
    for group, shape in ((0, replace(small, lines=LONG_LINES)), (1, small), (0, small), (1, small)):
        await gather(bench, [allocate_copy(bench, shape)])
        await read_all_statuses(bench)
        await launch(bench, group)
        await read_all_statuses(bench)
        await read_all_statuses(bench)
        await serve_groups(bench, group)
        await read_all_statuses(bench)
    await count_stalls(bench, enable=False)


async def both_groups_busy(bench: NvdlaBench) -> None:
    """Both groups launched at once: each is busy until its own end, and the unit is idle behind the last one only."""
    first, _ = two_sides(bench.config)
    for pair in BUSY_LINES:
        for group, lines in zip(GROUPS, pair, strict=True):
            await gather(bench, [allocate_copy(bench, CopyShape(source=first, destination=first, lines=lines))])
            await launch(bench, group)
        for group in GROUPS:
            await read_all_statuses(bench)
            await serve_groups(bench, group)
        await read_all_statuses(bench)
