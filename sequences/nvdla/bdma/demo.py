"""A handful of copies, both groups, both memories."""

from __future__ import annotations

from sequences.nvdla.bdma.directed import back_to_back, every_route, full_slots
from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.bench import NvdlaBench


async def bdma_demo(bench: NvdlaBench) -> None:
    """Directed layers over every route, a full group, groups that overlap, and some random ones."""
    await every_route(bench)
    await full_slots(bench)
    await back_to_back(bench)
    await BdmaKind(bench).play_random(6)
