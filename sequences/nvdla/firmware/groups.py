"""Programming a unit with ping-pong groups: choose the group, wait until it is free, write its registers, enable it."""

from __future__ import annotations

from collections.abc import Mapping

from models.registers import Block
from sequences.nvdla.target import NvdlaTarget
from sequences.polling import poll


async def select(target: NvdlaTarget, block: Block, group: int) -> None:
    """Let reads and writes reach a group."""
    await target.host.write(block.S_POINTER, block.S_POINTER.encode(PRODUCER=group))


async def turn_of(target: NvdlaTarget, block: Block) -> int:
    """Read which group runs next, or runs."""
    return block.S_POINTER.CONSUMER.get(await target.host.read(block.S_POINTER))


async def program(
    target: NvdlaTarget, block: Block, group: int, words: Mapping[str, int], *, look: bool = True
) -> None:
    """Write a layer's registers into a group, once it is free.

    Args:
        target: where to play.
        block: the unit's registers.
        group: the group.
        words: register values, by register name.
        look: wait until it is free; else whoever calls knows.

    Raises:
        HangError: the group did not become free.
    """
    await select(target, block, group)

    async def free() -> bool:
        return not await target.host.read(block.D_OP_ENABLE)

    if look:
        await poll(target.host, free, f"{block.name} group {group} did not become free")
    for name, word in words.items():
        await target.host.write(block.registers[name], word)


async def enable(target: NvdlaTarget, block: Block) -> None:
    """Enable the group that was programmed last."""
    await target.host.write(block.D_OP_ENABLE, block.D_OP_ENABLE.encode(OP_EN="ENABLE"))
