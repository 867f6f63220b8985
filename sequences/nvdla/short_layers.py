"""Layers that are over soon, to be played again and again: each unit's smallest, always the same but for its group."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import cycle

from models.nvdla.rubik_layer import encode_rubik
from sequences.nvdla.bdma import CopyShape, gather, launch, place_copy
from sequences.nvdla.grouped import enable, program
from sequences.nvdla.rubik import RubikShape, place_rubik
from sequences.nvdla.stage import NvdlaStage

ShortLayer = Callable[[], Awaitable[str]]
"""Starts the layer, once in each group in turn; returns the name of its bit in GLB.S_INTR_STATUS."""


def bdma_layer(stage: NvdlaStage) -> ShortLayer:
    """The smallest copy."""
    ram, groups = next(iter(stage.config.ports)), cycle((0, 1))
    transfer = place_copy(stage, CopyShape(source=ram, destination=ram))

    async def start() -> str:
        group = next(groups)
        await gather(stage, [transfer])
        await launch(stage, group)
        return f"BDMA_DONE_STATUS{group}"

    return start


def rubik_layer(stage: NvdlaStage) -> ShortLayer:
    """The smallest merge."""
    ram, groups, block = next(iter(stage.config.ports)), cycle((0, 1)), stage.registers.RBK
    shape = RubikShape(mode="MERGE", source=ram, destination=ram)
    words = encode_rubik(block, place_rubik(stage, shape), stage.config)

    async def start() -> str:
        group = next(groups)
        await program(stage, block, group, words)
        await enable(stage, block)
        return f"RUBIK_DONE_STATUS{group}"

    return start
