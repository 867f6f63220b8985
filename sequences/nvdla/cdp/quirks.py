"""Where CDP's public part differs from its documents: a layer or two each (docs/differences.md, 'Reproducers')."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import log2

import numpy as np

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import UNIT
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.ranges import LINEAR_BITS, word_of
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.numbers import LutNumbers
from sequences.nvdla.registers.statuses import last_status
from sequences.nvdla.sdp.small import integers_of
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.tensor import Tensor

HEIGHT, WIDTH = 2, 4
LOOK_UPS = ("UFLOW", "OFLOW", "HYBRID", "LE_HIT", "LO_HIT")
SLOPE, END = 3, 64.0


async def nan_of_the_layer_before(bench: NvdlaBench) -> tuple[int, ...]:
    """A layer of ones, one of nothing but NaN, one of ones; what `D_NAN_OUTPUT_NUM` shows behind each."""
    shown = []
    for number in (1.0, np.nan, 1.0):
        await _look_up(bench, _all(bench, number, "FP16"), zero_tables(bench, floating=True))
        shown.append(await last_status(bench, UNIT, "D_NAN_OUTPUT_NUM"))
    return tuple(shown)


async def nan_behind_a_reset(bench: NvdlaBench, reset: Callable[[], Awaitable[None]]) -> int:
    """A layer of nothing but NaN, a reset, two layers of ones in lines of one atom; the count that the second shows."""
    await _look_up(bench, _all(bench, np.nan, "FP16"), zero_tables(bench, floating=True))
    await reset()
    for _ in range(2):
        await _look_up(bench, _all(bench, 1.0, "FP16", width=1), zero_tables(bench, floating=True))
    return await last_status(bench, UNIT, "D_NAN_OUTPUT_NUM")


async def look_ups_of_16_bits(bench: NvdlaBench) -> dict[str, int]:
    """INT8 above both tables, then INT16 below both; what is counted of the second, and how many elements it has."""
    tables = zero_tables(bench)
    await _look_up(bench, _all(bench, 100, "INT8"), tables)
    x = _all(bench, -100, "INT16")
    await _look_up(bench, x, tables)
    counts = {name: await last_status(bench, UNIT, f"D_PERF_LUT_{name}") for name in LOOK_UPS}
    return counts | {"elements": x.numpy().size}


async def saturation_that_waits(bench: NvdlaBench) -> tuple[int, int, int]:
    """A layer of integers in which all saturates, then one of zeros; what each counts, and the elements of one."""
    tables, counts = zero_tables(bench), []
    x = _all(bench, -100, integers_of(bench.config))
    for shift in (0, 15):
        await _look_up(bench, x, tables, CdpConvertor(scale=(1 << 15) - 1, shift=shift * 2))
        counts.append(await last_status(bench, UNIT, "D_OUT_SATURATION"))
    return counts[0], counts[1], x.numpy().size


async def _look_up(bench: NvdlaBench, x: Tensor, tables: LutDesign, out: CdpConvertor | None = None) -> None:
    """Elements themselves, and what tables give is written."""
    layer = CdpLayer(x, _like(bench, x), tables, squares=False, product=False, out=out or CdpConvertor())
    await bench.play(layer)


def _all(bench: NvdlaBench, number: float, precision: str, width: int = WIDTH) -> Tensor:
    """A cube of equal elements, of whole atoms in lines of an even number if nothing else is given."""
    dtype = DTYPES[precision]
    shape = bench.config.atom_bytes // ELEMENT_BYTES[precision], HEIGHT, width
    return bench.tensor(np.full(shape, number, dtype), precision)


def _like(bench: NvdlaBench, x: Tensor) -> Tensor:
    return bench.empty(x.shape, x.precision)


def zero_tables(bench: NvdlaBench, *, floating: bool = False) -> LutDesign:
    """Tables of zeros from 0 to 64, with slopes below and above."""
    slope = LutSlope(scale=0x3C00 if floating else SLOPE)
    end = word_of(END) if floating else int(END)
    entries = {name.lower(): np.zeros(count, np.int16) for name, count in bench.config.table_entries.items()}
    le, lo = (
        LutRange(end=end, select=int(log2(END)) - bits, underflow=slope, overflow=slope)
        for bits in LINEAR_BITS.values()
    )
    config = LutConfig(le=le, lo=lo, exponential=False)
    return LutDesign(np.abs, 0.0, 1.0, LutNumbers(floating=floating), config, Tables(**entries))
