"""The demonstration: a handful of layers, both groups, both memories."""

from __future__ import annotations

from sequences.nvdla.bdma import back_to_back, every_route, full_slots
from sequences.nvdla.bdma_random import random_layers
from sequences.nvdla.stage import NvdlaStage


async def bdma_demo(stage: NvdlaStage) -> None:
    """Directed layers over every route, a full group, groups that overlap, and some random ones."""
    await every_route(stage)
    await full_slots(stage)
    await back_to_back(stage)
    await random_layers(stage, layers=6)
