"""Layers that are over soon, to be played again and again: each unit's smallest, always the same but for its group."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import cycle

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.groups import GROUPS
from models.nvdla.interrupts import done_bits
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.rubik.descriptor import encode_rubik
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import enable, program
from sequences.nvdla.firmware.slots import gather, launch
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import SideShape

ShortLayer = Callable[[], Awaitable[str]]
"""Starts the layer, once in each group in turn; returns the name of its bit in GLB.S_INTR_STATUS."""


def bdma_layer(bench: NvdlaBench) -> ShortLayer:
    """The smallest copy."""
    side, groups = SideShape(next(iter(bench.config.ports))), cycle(GROUPS)
    transfer = allocate_copy(bench, CopyShape(source=side, destination=side))

    async def start() -> str:
        group = next(groups)
        await gather(bench, [transfer])
        await launch(bench, group)
        return done_bits(BDMA, group)[0]

    return start


def rubik_layer(bench: NvdlaBench) -> ShortLayer:
    """The smallest merge."""
    side, groups, block = SideShape(next(iter(bench.config.ports))), cycle(GROUPS), bench.registers.RBK
    shape = RubikShape(mode="MERGE", source=side, destination=side)
    words = encode_rubik(block, allocate_rubik(bench, shape), bench.config)

    async def start() -> str:
        group = next(groups)
        await program(bench, block, group, words)
        await enable(bench, block)
        return done_bits(RUBIK, group)[0]

    return start
