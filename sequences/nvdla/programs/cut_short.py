"""Random layers that are left to themselves at any point, for a reset to meet them there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from sequences.cutting import CutError, CuttingHost
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
