"""Where PDP's public part differs from its documents: a layer each (docs/differences.md, 'Reproducers')."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import numpy as np

from models.nvdla.pdp.registers import UNIT
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.pdp.random import handing_on
from sequences.nvdla.registers.statuses import last_status
from sequences.nvdla.tensors.tensor import Tensor

NOT_A_NUMBER = 0x7C01
HEIGHT, WIDTH = 2, 4
"""Of a cube with an even number of columns, so that lines are written in whole beats."""
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


def _all_nan(bench: NvdlaBench) -> tuple[Tensor, Pool]:
    shape = bench.config.atom_bytes // ELEMENT_BYTES["FP16"], HEIGHT, WIDTH
    return bench.tensor(np.full(shape, NOT_A_NUMBER, np.uint16).view(np.float16), "FP16"), Pool("MAX", 1)
