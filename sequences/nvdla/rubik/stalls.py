"""Rubik layers whose stall counters and statuses say something: one that waits long, and small ones behind it."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.blocks.counted import READ_STALL, WRITE_STALL
from models.nvdla.groups import GROUPS
from models.nvdla.rubik.descriptor import UNIT
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.counting import count_in_both_groups
from sequences.nvdla.firmware.groups import select
from sequences.nvdla.rubik.groups import serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides

LONG_BEATS = 400
"""Beats that the long layer reads: more than the queues of a memory interface hold."""


async def read_group_statuses(bench: NvdlaBench) -> None:
    """Read what tells whose turn it is, and both groups' switches and counters."""
    block = bench.registers.blocks[UNIT]
    for group in GROUPS:
        await select(bench, block, group)
        for name in ("D_OP_ENABLE", READ_STALL, WRITE_STALL):
            await bench.host.read(block.registers[name])
    for register in (block.S_STATUS, block.S_POINTER):
        await bench.host.read(register)


async def rubik_stall_counters(bench: NvdlaBench) -> None:
    """With counting on throughout: a long layer, then small ones in either group; statuses all the while."""
    first, _ = two_sides(bench.config)
    await count_in_both_groups(bench, UNIT)
    width = LONG_BEATS * bench.config.port(first.ram).data_bytes // bench.config.atom_bytes
    small = RubikShape(mode="CONTRACT", source=first, destination=first, count_stalls=True)
    for number, shape in enumerate((replace(small, width=width), small, small, small)):
        group = number % len(GROUPS)
        await start_rubik(bench, group, shape)
        await read_group_statuses(bench)
        await read_group_statuses(bench)
        await serve_rubik(bench, group)
        await read_group_statuses(bench)
