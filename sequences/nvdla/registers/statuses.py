"""The last look at a device at rest: its statuses say that nothing is left and nothing came that nobody expects."""

from __future__ import annotations

from collections.abc import Iterable

from models.registers import ReadKind
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import select, turn_of


async def read_statuses(bench: NvdlaBench, units: Iterable[str]) -> None:
    """Read the interrupt status and the statuses of units, as a scoreboard's last chance to see them.

    Args:
        bench: where to play.
        units: the units whose statuses to read.
    """
    await bench.host.read(bench.registers.GLB.S_INTR_STATUS)
    for unit in units:
        for register in bench.registers.blocks[unit]:
            if register.read is ReadKind.ONE_OF:
                await bench.host.read(register)


async def last_status(bench: NvdlaBench, unit: str, name: str) -> int:
    """A status of a unit's last layer, where all are done.

    Args:
        bench: where to play.
        unit: the unit; one with two groups.
        name: the register.
    """
    block = bench.registers.blocks[unit]
    await select(bench, block, 1 - await turn_of(bench, block))
    return await bench.host.read(block.registers[name])
