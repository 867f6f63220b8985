"""Slots filled to the last one and beyond, by software that does not look (docs/nvdla/units.md, 'BDMA')."""

from __future__ import annotations

from collections.abc import Sequence

from models.nvdla.bdma.descriptor import BdmaCopy
from models.nvdla.groups import GROUPS
from sequences.nvdla.bdma.directed import routes
from sequences.nvdla.bdma.shapes import allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.slots import gather, launch, serve_groups


def room(bench: NvdlaBench) -> int:
    """Operations that fit: one more than there are slots sits in the output stage."""
    return bench.config.bdma_slots + 1


async def gather_blindly(bench: NvdlaBench, counts: Sequence[int]) -> None:
    """Launches of so many operations, gathered without a look at the free slots; that is done behind them."""
    for number, count in enumerate(counts):
        group = number % len(GROUPS)
        await gather(bench, _copies(bench, number, count), look=False)
        await bench.host.pause()
        await bench.host.read(bench.registers.BDMA.STATUS)
        await launch(bench, group)
        await serve_groups(bench, group)


async def gather_while_full(bench: NvdlaBench, count: int) -> None:
    """One group of so many operations behind another one that runs, then an ordinary one."""
    for group in GROUPS:
        await gather(bench, _copies(bench, group, count), look=False)
        await launch(bench, group)
    await serve_groups(bench, *GROUPS)
    await gather_blindly(bench, (1,))


def _copies(bench: NvdlaBench, number: int, count: int) -> list[BdmaCopy]:
    """Small operations that write one memory."""
    every = routes(bench)
    wanted = every[number % len(every)].destination.ram
    same = [route for route in every if route.destination.ram == wanted]
    return [allocate_copy(bench, same[at % len(same)]) for at in range(count)]
