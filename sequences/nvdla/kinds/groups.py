"""Layers in register groups that are chosen by hand, and what software may try with them meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.interrupts import done_bits
from models.registers import Behaviour, Block, Register
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.drivers import wait_for_flush
from sequences.nvdla.firmware.enabling import guide_order
from sequences.nvdla.firmware.groups import enable, program, select, turn_of
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.kinds.layer_kind import Layers

LOOKS = 4
"""How often the states of all blocks are read while groups wait."""


@dataclass(frozen=True, slots=True)
class LayerGroups:
    """The groups of all blocks that a layer needs.

    Attributes:
        bench: where to play.
        unit: the block that tells whose turn it is.
        names: of the blocks, in pipeline order.
        make: makes a layer in memory.
        selects: whether a group is selected anew before it is disturbed.
    """

    bench: NvdlaBench
    unit: str
    names: tuple[str, ...]
    make: Callable[[], Layers]
    selects: bool = True

    async def program(self, group: int) -> None:
        """Program a layer into a group of each block, once the convolution buffer is ready if it needs that."""
        if CONVOLUTION[0] in self.names:
            await wait_for_flush(self.bench)
        for descriptor in self.make():
            for part in descriptor.encode(self.bench.registers, self.bench.config):
                await program(self.bench, self.bench.registers.blocks[part.block], group, part.words[0])

    async def enable(self, group: int, without: Collection[str] = ()) -> None:
        """Enable a group of each block but some, the last of the pipeline first."""
        for block in [block for block in self.blocks if block.name not in without]:
            await select(self.bench, block, group)
            await enable(self.bench, block)

    async def start(self, group: int) -> None:
        """Program a layer and enable it."""
        await self.program(group)
        await self.enable(group)

    async def look(self) -> None:
        """Read what each block says of its groups."""
        for block in self.blocks:
            for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
                await self.bench.host.read(register)

    async def serve(self, *groups: int) -> None:
        """Wait for all interrupts of groups and read their states."""
        await serve(self.bench, [bit for name in self.names for group in groups for bit in done_bits(name, group)])
        await self.look()

    async def disturb(self, group: int, *, enables: bool = True) -> None:
        """Write to an enabled group, which ignores it.

        Args:
            group: the group; it is the selected one.
            enables: whether it is enabled again too, not only disabled.
        """
        for block in self.blocks:
            if self.selects:
                await select(self.bench, block, group)
            await self.bench.host.write(_first_of_layer(block), 0)
            for word in (0, block.D_OP_ENABLE.encode(OP_EN="ENABLE"))[: 1 + enables]:
                await self.bench.host.write(block.D_OP_ENABLE, word)

    @property
    def blocks(self) -> list[Block]:
        """The blocks in the order in which they are enabled."""
        return [self.bench.registers.blocks[name] for name in guide_order(self.names)]


async def wrong_group_first(groups: LayerGroups) -> None:
    """After reset, enable group 1 first: it stays pending until group 0 has run."""
    await groups.start(1)
    for _ in range(LOOKS):
        await groups.look()
        await groups.bench.host.pause()
    await groups.start(0)
    await groups.serve(0, 1)


async def same_group_twice(groups: LayerGroups) -> None:
    """Enable the groups whose turn it is not: they wait for the others, whichever of the two that is.

    Each time the waiting groups are disturbed: nothing that software writes to them has an effect.
    """
    bench = groups.bench
    turn = await turn_of(bench, bench.registers.blocks[groups.unit])
    for late in (turn ^ 1, turn):
        await groups.start(late)
        await groups.disturb(late)
        await groups.look()
        await groups.start(late ^ 1)
        for block in groups.blocks:
            await select(bench, block, late)
        await groups.look()
        await groups.serve(0, 1)
        await groups.start(late ^ 1)
        await groups.look()
        await groups.serve(late ^ 1)


def _first_of_layer(block: Block) -> Register:
    """The first register that says what a layer is."""
    return next(item for item in block if item.grouped and item.behaviour is Behaviour.PLAIN)
