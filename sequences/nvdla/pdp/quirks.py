"""Where PDP's public part differs from its documents: a layer each (docs/differences.md, 'Reproducers')."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import numpy as np

from models.nvdla.blocks.counted import READ_STALL, WRITE_STALL
from models.nvdla.pdp.registers import READER, UNIT
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.counting import count_in_both_groups
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.pdp.random import handing_on
from sequences.nvdla.registers.statuses import last_status
from sequences.nvdla.sdp.small import integers_of
from sequences.nvdla.tensors.tensor import Tensor

NOT_A_NUMBER = 0x7C01
HEIGHT, WIDTH = 2, 4
"""Of a cube with an even number of columns, so that lines are written in whole beats."""
MANY_LINES = 200
"""Of a cube that is more than the queues of a memory interface hold."""
COUNTS = ("D_NAN_INPUT_NUM", "D_INF_INPUT_NUM", "D_NAN_OUTPUT_NUM")


async def counts_of_nan(bench: NvdlaBench) -> dict[str, int]:
    """Pool a cube of nothing but NaN, element by element; what PDP says of it, and how many elements there were."""
    x, pool = _all_nan(bench)
    await bench.play(PdpLayer(pool, bench.empty(x.shape, "FP16"), x=x))
    return {name: await last_status(bench, UNIT, name) for name in COUNTS} | {"elements": x.numpy().size}


async def nan_to_zero(bench: NvdlaBench) -> tuple[int, int]:
    """The same with `NAN_TO_ZERO`, from memory and on the fly; NaN that are left in each output."""
    x, pool = _all_nan(bench)
    left = []
    for flying in (False, True):
        y = bench.empty(x.shape, "FP16")
        pdp = PdpLayer(pool, y, x=x, nan_to_zero=True).descriptor(bench.config)
        chain = (handing_on(pdp, x.side), replace(pdp, source=None)) if flying else (pdp,)
        await bench.play(LayerChain(chain))
        left.append(int(np.isnan(y.numpy().view(np.float16)).sum()))
    return left[0], left[1]


async def nan_behind_a_reset(bench: NvdlaBench, reset: Callable[[], Awaitable[None]]) -> int:
    """Pool a cube of nothing but NaN, reset, and pool one without any in lines of one atom: its count of NaN."""
    x, pool = _all_nan(bench)
    await bench.play(PdpLayer(pool, bench.empty(x.shape, "FP16"), x=x))
    await reset()
    ones = bench.tensor(np.ones((*x.shape[:2], 1), np.float16), "FP16")
    await bench.play(PdpLayer(pool, bench.empty(ones.shape, "FP16"), x=ones))
    return await last_status(bench, UNIT, "D_NAN_OUTPUT_NUM")


async def stalls_in_turn(bench: NvdlaBench) -> list[tuple[int, int]]:
    """With counting on throughout, a cube of many lines and one of a pixel; the stalls of reads and writes of each."""
    await count_in_both_groups(bench, READER, UNIT)
    shown, precision = [], integers_of(bench.config)
    for height, width in ((MANY_LINES, WIDTH), (1, 1)):
        x = bench.tensor(np.ones((1, height, width), np.int8), precision)
        await bench.play(PdpLayer(Pool("MAX", 1), bench.empty(x.shape, precision), x=x), knobs=COUNTED)
        reads, writes = [await last_status(bench, *one) for one in ((READER, READ_STALL), (UNIT, WRITE_STALL))]
        shown.append((reads, writes))
    return shown


def _all_nan(bench: NvdlaBench) -> tuple[Tensor, Pool]:
    shape = bench.config.atom_bytes // ELEMENT_BYTES["FP16"], HEIGHT, WIDTH
    return bench.tensor(np.full(shape, NOT_A_NUMBER, np.uint16).view(np.float16), "FP16"), Pool("MAX", 1)
