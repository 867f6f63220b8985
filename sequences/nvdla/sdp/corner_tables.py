"""The ends of what SDP's look-up tables are told, one by one; rows of their entries; values at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from models.nvdla.blocks.table_port import DATA
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of, word_of
from models.nvdla.sdp.descriptor import UNIT, Sdp
from models.nvdla.sdp.lut_rules import BITS, OFFSETS, SELECTS
from models.nvdla.sdp.settings import XSettings, YSettings
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.tables import open_table
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.sdp.small import play_small, small_sdp, with_values
from sequences.nvdla.tensors.values import draw_values

WIDTH = 8
SIZES = (1, 3, 7, 20, 40, 100, 127)
"""Logarithms of distances, with either sign, that registers and numbers have in all sizes."""
INTEGER_PLACES = {"INT8": (-30, 30, -3), "INT16": (-16000, 8000, 5)}
"""Two starts of tables, and the logarithm of the distance of entries."""
FAR_BELOW = -100
"""The logarithm of a number that is small beside any other, and no denormal one."""
VALUES = {"INT8": "full", "INT16": "full", "FP16": "exponents"}
SLOPES = (LutSlope(), LutSlope(scale=5, shift=-3), LutSlope(scale=-7, shift=2), LutSlope(scale=-3, shift=-16))
HALF_SLOPES = tuple(LutSlope(scale=scale) for scale in (0, 0x3C00, -0x4400, 0x0001))


async def every_table_end(bench: NvdlaBench) -> None:
    """Offsets and distances of entries of all sizes, slopes of every sign; in each precision the same entries."""
    if "SDP_LUT" not in bench.config.features:
        return
    for precision in bench.config.precisions:
        kind = "INT16" if precision == "INT8" else precision
        drawn = {
            name.lower(): draw_values(bench.rng, "full" if kind == "INT16" else "ordinary", kind, (entries,)).view(
                np.int16
            )
            for name, entries in bench.config.table_entries.items()
        }
        tables = Tables(**drawn)
        layers = _layers(bench.config, precision, tables)
        shapes = [SdpShape(sdp=sdp, values=VALUES[precision]) for sdp in layers]
        if precision == "FP16":
            luts = (_apart(at, HALF_SLOPES, precision) for at in range(4))
            shapes += [with_values(_with(bench.config, precision, tables, lut)) for lut in luts]
        else:
            le = LutRange(start=-3, end=end_of(-3, 1 + EXPONENTIAL_INTERVALS, BITS, floating=False))
            lut = replace(_apart(0, SLOPES, precision), exponential=True, le=le, le_offset=1)
            shapes.append(SdpShape(sdp=_with(bench.config, precision, tables, lut), values="small"))
            lo = replace(_linear("LO", -2, 1, floating=False), underflow=LutSlope(scale=3))
            beside = replace(lut, underflow_lo=True, lo=lo)
            shapes.append(SdpShape(sdp=_with(bench.config, precision, tables, beside), values="small"))
            shapes += _at_the_end(bench.config, precision, tables)
        await play_small(bench, shapes)


async def rows_of_entries(bench: NvdlaBench) -> None:
    """One entry, some and all of them, from the first one, from the middle, the last; written, then read."""
    block = bench.registers.blocks[UNIT]
    data = block.registers[DATA]
    for table, entries in bench.config.table_entries.items():
        for way in ("WRITE", "READ"):
            for first, count in ((0, entries), (0, 1), (entries // 2, 3), (entries - 1, 1)):
                await open_table(bench, block, table, way, first)
                for _ in range(count):
                    if way == "WRITE":
                        await bench.host.write(data, int(bench.rng.integers(data.LUT_DATA.limit + 1)), posted=False)
                    else:
                        await bench.host.read(data)


def _layers(config: HwConfig, precision: str, tables: Tables) -> Iterator[Sdp]:
    """Layers of one precision."""
    floating = precision == "FP16"
    slopes = HALF_SLOPES if floating else SLOPES
    sizes = (0, *SIZES, *(-size for size in SIZES))
    for at, size in enumerate(sizes):
        above, below = slopes[at % len(slopes)], slopes[(at // 2) % len(slopes)]
        start = _start(at, size) if floating else -9 + 4 * (at % 3)
        lo = replace(_linear("LO", start, size, floating=floating), underflow=below, overflow=above)
        if size in OFFSETS[floating]:
            le = LutRange(
                start=start, end=end_of(start, size + EXPONENTIAL_INTERVALS, BITS, floating=floating),
                underflow=below, overflow=above,
            )  # fmt: skip
            yield _with(config, precision, tables, LutConfig(le=le, lo=lo, le_offset=size, underflow_lo=bool(at & 1)))
        if size in SELECTS[floating, "LE"]:
            le = replace(_linear("LE", start, size, floating=floating), underflow=above, overflow=below)
            way = {"overflow_lo": bool(at & 1), "underflow_lo": bool(at & 2), "hybrid_lo": bool(at & 1)}
            yield _with(config, precision, tables, LutConfig(le=le, lo=lo, exponential=False, **way))
    for at, y in enumerate(_works(floating)):
        yield replace(_with(config, precision, tables, _apart(at, slopes, precision)), y=y)
    for at in range(2 * len(slopes) ** 2):
        yield _with(config, precision, tables, _apart(at, slopes, precision))


def _apart(at: int, slopes: Sequence[LutSlope], precision: str) -> LutConfig:
    """Small tables, one behind the other, so that a value may be above the one and below the other, or beyond both."""
    floating = precision == "FP16"
    near, far, select = (word_of(-2.0), word_of(2.0), -8) if floating else INTEGER_PLACES[precision]
    turn = [slopes[(at + step) % len(slopes)] for step in range(len(slopes))]
    exponential, behind = bool(at & 1), bool(at & 2)
    lo = _linear("LO", near if behind else far, select, floating=floating)
    start = far if behind else near
    if exponential:
        offset = select - EXPONENTIAL_INTERVALS + LINEAR_BITS["LE"]
        le = LutRange(start=start, end=end_of(start, select + LINEAR_BITS["LE"], BITS, floating=floating))
    else:
        offset, le = 0, _linear("LE", start, select, floating=floating)
    return LutConfig(
        le=replace(le, underflow=turn[0], overflow=turn[1]), lo=replace(lo, underflow=turn[2], overflow=turn[3]),
        exponential=exponential, le_offset=offset, underflow_lo=bool(at & 4), overflow_lo=bool(at & 8),
        hybrid_lo=bool(at & 16),
    )  # fmt: skip


def _at_the_end(config: HwConfig, precision: str, tables: Tables) -> Iterator[SdpShape]:
    """All values in the last interval of both tables: at its beginning, then inside."""
    select, start = 1, 0
    ends = [start + (1 << select + bits) for bits in LINEAR_BITS.values()]
    le, lo = (_linear(table, start, select, floating=False) for table in LINEAR_BITS)
    for end, within, hybrid_lo in product(ends, (2, 1), (False, True)):
        sdp = _with(config, precision, tables, LutConfig(le=le, lo=lo, exponential=False, hybrid_lo=hybrid_lo))
        alu = XSettings(bypass=False, alu_bypass=False, alu_algo="MAX", alu_operand=end - within)
        yield with_values(replace(sdp, x1=alu, x2=replace(alu, alu_algo="MIN")))


def _start(at: int, size: int) -> int:
    """The code of zero, or of a number with either sign that is not large beside the distance of entries."""
    return word_of((-1.0) ** at * 2.0 ** min(max(size, FAR_BELOW), 0) * (at % 3))


def _works(floating: bool) -> Iterator[YSettings]:
    """What Y does before it looks values up."""
    number = 0x3F80_0000 if floating else 1
    for algorithm in ("MAX", "MIN", "SUM"):
        alu = YSettings(bypass=False, alu_bypass=False, alu_algo=algorithm, alu_operand=number, lut_bypass=False)
        yield from (alu, replace(alu, mul_bypass=False, mul_operand=number))
    mul = YSettings(bypass=False, mul_bypass=False, mul_operand=number, lut_bypass=False)
    yield from (mul, replace(mul, prelu=True))


def _linear(table: str, start: int, select: int, *, floating: bool) -> LutRange:
    """A linear table of entries that far apart, or as far as is legal."""
    legal = SELECTS[floating, table]
    select = min(max(select, legal.start), legal.stop - 1)
    end = end_of(start, select + LINEAR_BITS[table], BITS, floating=floating)
    return LutRange(start=start, end=end, select=select)


def _with(config: HwConfig, precision: str, tables: Tables, lut: LutConfig) -> Sdp:
    size = config.atom_bytes // ELEMENT_BYTES[precision], 1, WIDTH
    sdp = small_sdp(config, precision, size)
    return replace(sdp, y=YSettings(bypass=False, lut_bypass=False), lut=lut, tables=tables)
