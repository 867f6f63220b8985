"""Directed layers of which PDP and CDP count something, in both groups: nothing, much, little, nothing again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.cdp.quirks import zero_tables
from sequences.nvdla.pdp.layers import PdpLayer, Pool

HEIGHT, WIDTH = 2, 4
"""Lines of an even number of atoms: what they count is exact."""
SHARES = (0.0, 1.0, 0.2, 0.0, 0.5)
"""Of elements that count, layer by layer."""
NOT_A_NUMBER, INFINITY, LARGEST, ONE = 0x7C01, 0xFC00, 0x7BFF, 0x3C00
FAR, NEAR = 20000, 1
LOUD = CdpConvertor(scale=30000, shift=8)
"""Converts far elements to more than an element holds."""


async def counts_of_pooling(bench: NvdlaBench) -> None:
    """NaN and infinities that come in, NaN that leave; of integers there are none."""
    pool = Pool("MAX", 1)
    for precision in bench.config.precisions:
        floating, layers = precision == "FP16", []
        odd, usual = ((NOT_A_NUMBER, INFINITY), ONE) if floating else ((-1, -2), NEAR)
        for share in SHARES:
            x = bench.tensor(_drawn(bench, precision, odd, usual, share), precision)
            layers.append(PdpLayer(pool, bench.empty(x.shape, precision), x=x))
        await bench.play(*layers)


async def counts_of_normalisation(bench: NvdlaBench) -> None:
    """NaN and largest numbers of FP16; outputs of integers that saturate, and look-ups below, within and above."""
    for precision in bench.config.precisions:
        floating, layers = precision == "FP16", []
        table = zero_tables(bench, floating=floating)
        far = 100 if precision == "INT8" else FAR
        odd = (NOT_A_NUMBER, LARGEST) if floating else (far, -far)
        for share in SHARES:
            x = bench.tensor(_drawn(bench, precision, odd, ONE if floating else NEAR, share), precision)
            y = bench.empty(x.shape, precision)
            layers.append(CdpLayer(x, y, table, squares=False, out=CdpConvertor() if floating else LOUD))
        await bench.play(*layers)


def _drawn(bench: NvdlaBench, precision: str, odd: tuple[int, int], usual: int, share: float) -> NDArray[np.generic]:
    """A cube of whole atoms, of which a share is one of two odd elements."""
    size, rng = ELEMENT_BYTES[precision], bench.rng
    shape = bench.config.atom_bytes // size, HEIGHT, WIDTH
    values = np.where(rng.random(shape) < share, rng.choice(odd, shape), usual)
    if precision == "FP16":
        return values.astype(np.uint16).view(np.float16)
    return values.astype(np.int8 if size == 1 else np.int16)
