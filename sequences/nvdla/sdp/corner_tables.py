"""The ends of what SDP's look-up tables are told, one by one; values at their ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutSlope, Tables
from models.nvdla.lut.ranges import LINEAR_BITS
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.settings import XSettings, YSettings
from models.nvdla.sdp.rules.tables import LIMITS
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.sdp.small import small_sdp, with_values
from sequences.nvdla.tensors.elements.values import WHOLE_RANGE

WIDTH = 8


async def every_table_end(bench: NvdlaBench) -> None:
    """Offsets and distances of entries of all sizes, slopes of every sign; in each precision the same entries."""
    if "SDP_LUT" not in bench.config.features:
        return
    for precision in bench.config.precisions:
        tables, ends = any_tables(bench.rng, bench.config, precision), TableEnds(LIMITS[precision])
        shapes = [SdpShape(sdp=sdp, values=WHOLE_RANGE[precision]) for sdp in _layers(bench.config, ends, tables)]
        if precision == "FP16":
            luts = (ends.apart(at) for at in range(4))
            shapes += [with_values(_with(bench.config, precision, tables, lut)) for lut in luts]
            flat = Tables(le=np.zeros_like(tables.le), lo=np.zeros_like(tables.lo))
            zeros = [_all_made(_with(bench.config, precision, flat, lut), 0) for lut in ends.next_to_zero()]
            shapes += [SdpShape(sdp=sdp, values="ordinary") for sdp in zeros]
        else:
            lut = replace(ends.apart(0), exponential=True, le=ends.exponential(-3, 1), le_offset=1)
            shapes.append(SdpShape(sdp=_with(bench.config, precision, tables, lut), values="small"))
            lo = replace(ends.linear("LO", -2, 1), underflow=LutSlope(scale=3))
            beside = replace(lut, underflow_lo=True, lo=lo)
            shapes.append(SdpShape(sdp=_with(bench.config, precision, tables, beside), values="small"))
            shapes += _at_the_end(bench.config, ends, tables)
        await SdpKind(bench).play(shapes)


def _layers(config: HwConfig, ends: TableEnds, tables: Tables) -> Iterator[Sdp]:
    """Layers of one precision."""
    precision = ends.limits.precision
    yield from (_with(config, precision, tables, lut) for lut in ends.distances())
    for at, y in enumerate(_works(ends.limits.floating)):
        yield replace(_with(config, precision, tables, ends.apart(at)), y=y)
    yield from (_with(config, precision, tables, ends.apart(at)) for at in range(2 * len(ends.slopes) ** 2))


def _at_the_end(config: HwConfig, ends: TableEnds, tables: Tables) -> Iterator[SdpShape]:
    """All values in the last interval of both tables: at its beginning, then inside."""
    le, lo = (ends.linear(table, 0, 1) for table in LINEAR_BITS)
    for end, within, hybrid_lo in product((le.end, lo.end), (2, 1), (False, True)):
        lut = LutConfig(le=le, lo=lo, exponential=False, hybrid_lo=hybrid_lo)
        sdp = _with(config, ends.limits.precision, tables, lut)
        yield with_values(_all_made(sdp, end - within))


def _all_made(sdp: Sdp, number: int) -> Sdp:
    """The layer with all values made the same number before they are looked up."""
    alu = XSettings(bypass=False, alu_bypass=False, alu_algo="MAX", alu_operand=number)
    return replace(sdp, x1=alu, x2=replace(alu, alu_algo="MIN"))


def _works(floating: bool) -> Iterator[YSettings]:
    """What Y does before it looks values up."""
    number = 0x3F80_0000 if floating else 1
    for algorithm in ("MAX", "MIN", "SUM"):
        alu = YSettings(bypass=False, alu_bypass=False, alu_algo=algorithm, alu_operand=number, lut_bypass=False)
        yield from (alu, replace(alu, mul_bypass=False, mul_operand=number))
    mul = YSettings(bypass=False, mul_bypass=False, mul_operand=number, lut_bypass=False)
    yield from (mul, replace(mul, prelu=True))


def _with(config: HwConfig, precision: str, tables: Tables, lut: LutConfig) -> Sdp:
    size = config.atom_bytes // ELEMENT_BYTES[precision], 1, WIDTH
    sdp = small_sdp(config, precision, size)
    return replace(sdp, y=YSettings(bypass=False, lut_bypass=False), lut=lut, tables=tables)
