"""What software may try with a unit that runs: writes to its group, the other group, pointers, statuses."""

from __future__ import annotations

from models.registers import Behaviour, ReadKind
from sequences.nvdla.rubik import RubikShape, serve_rubik, start_rubik
from sequences.nvdla.stage import NvdlaStage


async def disturb_running_group(stage: NvdlaStage) -> None:
    """While a layer runs, write all registers of its group: the part ignores that; then prepare the other group."""
    first, second = stage.config.ports
    block = stage.registers.RBK
    shape = RubikShape(
        mode="CONTRACT", width=64, height=8, out_channels=64, x_stride=2, source=first, destination=second
    )
    for group in (0, 1):
        await start_rubik(stage, group, shape)
        for register in block:
            if register.grouped and register.behaviour is Behaviour.PLAIN and register.read is ReadKind.STATIC:
                await stage.host.write(register, 0)
        await stage.host.write(block.D_OP_ENABLE, 0)
        for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
            await stage.host.read(register)
        await serve_rubik(stage, group)


async def wrong_group_first(stage: NvdlaStage) -> None:
    """After reset, enable group 1 first: it stays pending until group 0 has run."""
    first, second = stage.config.ports
    block = stage.registers.RBK
    shape = RubikShape(mode="SPLIT", width=8, height=2, out_channels=8, source=second, destination=first)
    await start_rubik(stage, 1, shape)
    for _ in range(4):
        for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
            await stage.host.read(register)
        await stage.host.pause()
    await start_rubik(stage, 0, shape)
    await serve_rubik(stage, 0, 1)
