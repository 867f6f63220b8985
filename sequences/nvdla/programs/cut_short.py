"""Random layers that are left to themselves at any point, for a reset to meet them there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from sequences.cutting import AccessCuttingHost, CutError, CuttingHost
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench

WAITS_AT_MOST = 2
"""The first layers are met as the unit begins, the next ones with others in its queues."""
CYCLES_AT_MOST = 1000


async def cut_short(bench: NvdlaBench, play: Callable[[NvdlaBench], Awaitable[None]]) -> None:
    """Play until somewhere in the midst of layers; if there are few, all of them may have ended.

    Args:
        bench: where to play.
        play: plays layers, and waits for their interrupts.
    """
    waits = int(bench.rng.integers(1, WAITS_AT_MOST + 1))
    cycles = int(bench.rng.integers(1, CYCLES_AT_MOST + 1))
    with suppress(CutError):
        await play(replace(bench, host=CuttingHost(bench.host, waits, cycles)))


async def cut_anywhere(bench: NvdlaBench, play: Callable[[NvdlaBench], Awaitable[None]], accesses_at_most: int) -> None:
    """Play until any moment: between two writes, such as those that start the blocks of a layer, or while layers run.

    Args:
        bench: where to play.
        play: plays layers.
        accesses_at_most: before which access it stops at the latest; if there are fewer, all may have ended.
    """
    accesses = int(bench.rng.integers(1, accesses_at_most + 1))
    cycles = int(bench.rng.integers(1, CYCLES_AT_MOST + 1)) if chance(bench.rng, 0.5) else 0
    with suppress(CutError):
        await play(replace(bench, host=AccessCuttingHost(bench.host, accesses, cycles)))
