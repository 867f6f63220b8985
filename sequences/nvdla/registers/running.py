"""What software may try with a unit that runs: writes to its group, the other group, pointers, statuses."""

from __future__ import annotations

from models.nvdla.groups import GROUPS
from models.registers import Behaviour, ReadKind
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.rubik.groups import serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides


async def disturb_running_group(bench: NvdlaBench) -> None:
    """While a layer runs, write all registers of its group: the part ignores that; then prepare the other group."""
    first, second = two_sides(bench.config)
    block = bench.registers.RBK
    shape = RubikShape(
        mode="CONTRACT", width=64, height=8, out_channels=64, x_stride=2, source=first, destination=second
    )
    for group in GROUPS:
        await start_rubik(bench, group, shape)
        for register in block:
            if register.grouped and register.behaviour is Behaviour.PLAIN and register.read is ReadKind.STATIC:
                await bench.host.write(register, 0)
        await bench.host.write(block.D_OP_ENABLE, 0)
        for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
            await bench.host.read(register)
        await serve_rubik(bench, group)


async def wrong_group_first(bench: NvdlaBench) -> None:
    """After reset, enable group 1 first: it stays pending until group 0 has run."""
    first, second = two_sides(bench.config)
    block = bench.registers.RBK
    shape = RubikShape(mode="SPLIT", width=8, height=2, out_channels=8, source=second, destination=first)
    await start_rubik(bench, 1, shape)
    for _ in range(4):
        for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
            await bench.host.read(register)
        await bench.host.pause()
    await start_rubik(bench, 0, shape)
    await serve_rubik(bench, 0, 1)
