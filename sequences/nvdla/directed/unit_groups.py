"""Layers of PDP and CDP in register groups that are chosen by hand, and what software may try with them meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.cdp.descriptor import READER as CDP_READER
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.interrupts import done_bits
from models.nvdla.pdp.registers import READER as PDP_READER
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.programming import LayerDescriptor
from models.registers import Behaviour, Block, Register
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.allocate import allocate_cdp
from sequences.nvdla.cdp.extents import small_cdp
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.firmware.enabling import guide_order
from sequences.nvdla.firmware.groups import enable, program, select, turn_of
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.firmware.tables import write_table
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.pdp.allocate import allocate_pdp
from sequences.nvdla.pdp.small import Axis, small_pdp

LOOKS = 4
"""How often states are read while groups wait."""
LINES, COLUMNS = 40, 8
"""Of layers that take longer than to read a few registers."""


@dataclass(frozen=True, slots=True)
class UnitGroups:
    """The groups of a unit and of the block that reads for it.

    Attributes:
        bench: where to play.
        unit: its name; `reader` that of the other block.
        make: makes a layer in memory.
    """

    bench: NvdlaBench
    unit: str
    reader: str
    make: Callable[[], LayerDescriptor]

    async def program(self, group: int) -> None:
        """Program a layer into a group of both blocks."""
        for part in self.make().encode(self.bench.registers, self.bench.config):
            await program(self.bench, self.bench.registers.blocks[part.block], group, part.words[0])

    async def enable(self, group: int) -> None:
        """Enable a group of both blocks."""
        for block in self._blocks:
            await select(self.bench, block, group)
            await enable(self.bench, block)

    async def look(self) -> None:
        """Read what both blocks say of their groups."""
        for block in self._blocks:
            for register in (block.S_STATUS, block.S_POINTER, block.D_OP_ENABLE):
                await self.bench.host.read(register)

    async def serve(self, *groups: int) -> None:
        """Wait for the interrupts of groups and read their states."""
        await serve(self.bench, [bit for group in groups for bit in done_bits(self.unit, group)])
        await self.look()

    async def disturb(self, group: int) -> None:
        """Write to an enabled group, which ignores it."""
        for block in self._blocks:
            await select(self.bench, block, group)
            await self.bench.host.write(_first_of_layer(block), 0)
            for word in (0, block.D_OP_ENABLE.encode(OP_EN="ENABLE")):
                await self.bench.host.write(block.D_OP_ENABLE, word)

    async def turn(self) -> int:
        """The group that is next."""
        return await turn_of(self.bench, self.bench.registers.blocks[self.unit])

    @property
    def _blocks(self) -> list[Block]:
        """Both, in the order in which they are enabled."""
        return [self.bench.registers.blocks[name] for name in guide_order((self.reader, self.unit))]


async def disturb_running(bench: NvdlaBench) -> None:
    """While a layer runs, write to its groups."""
    for groups in await _units(bench):
        for group in GROUPS:
            await groups.program(group)
            await groups.enable(group)
            await groups.disturb(group)
            await groups.look()
            await groups.serve(group)


async def wrong_groups_first(bench: NvdlaBench) -> None:
    """After reset, enable groups 1 first: they stay pending until groups 0 have run."""
    for groups in await _units(bench):
        await groups.program(1)
        await groups.enable(1)
        for _ in range(LOOKS):
            await groups.look()
            await bench.host.pause()
        await groups.program(0)
        await groups.enable(0)
        await groups.serve(0, 1)


async def same_groups_twice(bench: NvdlaBench) -> None:
    """Enable the groups whose turn it is not: they wait for the others, and are disturbed meanwhile."""
    for groups in await _units(bench):
        turn = await groups.turn()
        for late in (turn ^ 1, turn):
            await groups.program(late)
            await groups.enable(late)
            await groups.disturb(late)
            await groups.look()
            await groups.program(late ^ 1)
            await groups.enable(late ^ 1)
            for block in (groups.unit, groups.reader):
                await select(bench, bench.registers.blocks[block], late)
            await groups.look()
            await groups.serve(0, 1)
            await groups.program(late ^ 1)
            await groups.enable(late ^ 1)
            await groups.look()
            await groups.serve(late ^ 1)


async def _units(bench: NvdlaBench) -> list[UnitGroups]:
    """Those that the configuration has; CDP's tables are written."""
    config, precision, found = bench.config, bench.config.precisions[0], []
    if PDP in config.units:
        shape = small_pdp(config, precision, Axis(outputs=(COLUMNS,)), Axis(outputs=(LINES,)))
        found.append(UnitGroups(bench, PDP, PDP_READER, lambda: allocate_pdp(bench, shape)[-1]))
    if CDP in config.units:
        tables, lut = any_tables(bench.rng, config, precision), TableEnds(LIMITS[precision]).apart(0)
        for name, entries in tables.by_name.items():
            await write_table(bench, bench.registers.blocks[CDP], name, entries)
        cdp = small_cdp(config, precision, lut, tables, (config.atom_bytes, LINES, COLUMNS))
        found.append(UnitGroups(bench, CDP, CDP_READER, lambda: allocate_cdp(bench, CdpShape(cdp=cdp))))
    return found


def _first_of_layer(block: Block) -> Register:
    """The first register that says what a layer is."""
    return next(item for item in block if item.grouped and item.behaviour is Behaviour.PLAIN)
