"""Programming a unit with ping-pong groups: choose the group, wait until it is free, write its registers, enable it."""

from __future__ import annotations

from collections.abc import Mapping

from models.registers import Block
from sequences.nvdla.bench import NvdlaBench
from sequences.polling import poll


async def program(bench: NvdlaBench, block: Block, group: int, words: Mapping[str, int]) -> None:
    """Write a layer's registers into a group, once it is free.

    Args:
        bench: where to play.
        block: the unit's registers.
        group: the group.
        words: register values, by register name.

    Raises:
        HangError: the group did not become free.
    """
    await bench.host.write(block.S_POINTER, block.S_POINTER.encode(PRODUCER=group))

    async def free() -> bool:
        return not await bench.host.read(block.D_OP_ENABLE)

    await poll(bench.host, free, f"{block.name} group {group} did not become free")
    for name, word in words.items():
        await bench.host.write(block.registers[name], word)


async def enable(bench: NvdlaBench, block: Block) -> None:
    """Enable the group that was programmed last."""
    await bench.host.write(block.D_OP_ENABLE, block.D_OP_ENABLE.encode(OP_EN="ENABLE"))
