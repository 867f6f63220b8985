"""Comparing cubes, as software does that computes twice (guide, 'Compare mode')."""

from __future__ import annotations

from models.nvdla.sdp.descriptor import UNIT
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import select, turn_of
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import equal
from sequences.nvdla.tensors.tensor import Tensor


async def differs(bench: NvdlaBench, x: Tensor, other: Tensor, *before: Playable) -> bool:
    """Whether any element of two cubes differs, as SDP finds it.

    Args:
        bench: where to play.
        x: a cube.
        other: another one of the same shape and precision.
        before: layers that write them.

    Raises:
        ValueError: they are not alike.
        HangError: a layer did not end.
    """
    await bench.play(*before, SdpLayer(None, [equal(other)], x=x))
    return await last_differed(bench)


async def last_differed(bench: NvdlaBench) -> bool:
    """What the last layer of SDP found, where that one compared and all are done."""
    block = bench.registers.blocks[UNIT]
    await select(bench, block, 1 - await turn_of(bench, block))
    return bool(block.D_STATUS.STATUS_UNEQUAL.get(await bench.host.read(block.D_STATUS)))
