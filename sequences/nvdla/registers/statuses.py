"""The last look at a device at rest: its statuses say that nothing is left and nothing came that nobody expects."""

from __future__ import annotations

from collections.abc import Iterable

from models.registers import ReadKind
from sequences.nvdla.bench import NvdlaBench


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
