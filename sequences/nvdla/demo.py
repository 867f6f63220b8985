"""The demonstration: a handful of layers, both groups, both memories."""

from __future__ import annotations

from sequences.nvdla.bdma.directed import back_to_back, every_route, full_slots
from sequences.nvdla.bdma.random import random_layers
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed import two_of_each_precision
from sequences.nvdla.conv.directed_modes import image_then_compressed


async def bdma_demo(bench: NvdlaBench) -> None:
    """Directed layers over every route, a full group, groups that overlap, and some random ones."""
    await every_route(bench)
    await full_slots(bench)
    await back_to_back(bench)
    await random_layers(bench, layers=6)


async def conv_demo(bench: NvdlaBench) -> None:
    """Feature layers in each precision, two behind each other; an image, and compressed weights behind it."""
    await two_of_each_precision(bench)
    await image_then_compressed(bench)
