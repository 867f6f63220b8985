"""CDP at the corners: values at the ends of tables, NaN of every kind around and in tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import LOCAL_SIZES, Cdp
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, word_of
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.extents import small_cdp
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.sdp.corner_numbers import HALVES

COLUMNS = 16
INTO = CdpConvertor(offset=-128)
"""Makes INT8 0 to 255."""


async def values_at_ends(bench: NvdlaBench) -> None:
    """Values at the start, in the first and the last interval and at the end of each table, at an entry and between."""
    for precision in bench.config.precisions:
        tables = any_tables(bench.rng, bench.config, precision)
        tables.le[0], tables.lo[-1] = 0, 0
        into = INTO if precision == "INT8" else CdpConvertor()
        for lut, values in _at_ends(TableEnds(LIMITS[precision])):
            cdp = small_cdp(
                bench.config, precision, lut, tables, (len(values), 1, 1),
                bypass_squares=True, bypass_product=True, in_convertor=into,
            )  # fmt: skip
            await _play(bench, cdp, np.array(values).reshape(-1, 1, 1) + into.offset)


async def nan_around(bench: NvdlaBench) -> None:
    """Neighbourhoods full of NaN that differ, zeros and infinities; tables with and without NaN."""
    if "FP16" not in bench.config.precisions:
        return
    plain, lanes = any_tables(bench.rng, bench.config, "FP16"), bench.config.atom_bytes // 2
    odd = Tables(*(bench.rng.choice(_codes(), table.shape) for table in (plain.le, plain.lo)))
    for tables in (plain, odd):
        for at, (local, flushed) in enumerate(product(LOCAL_SIZES, (False, True))):
            lut = TableEnds(LIMITS["FP16"]).apart(7 * at)
            for squares, product_ in ((False, False), (True, False), (False, True)):
                cdp = small_cdp(bench.config, "FP16", lut, tables, (3 * lanes - 1, 1, COLUMNS), local_size=local)
                values = bench.rng.choice(_codes(), (cdp.channels, 1, COLUMNS))
                few = bench.rng.random(values.shape) < (0.1, 0.7)[at % 2]
                ordinary = bench.rng.normal(size=values.shape).astype(np.float16).view(np.int16)
                elements = np.where(few, values, ordinary).astype(np.int16).view(np.float16)
                cdp = replace(cdp, nan_to_zero=flushed, bypass_squares=squares, bypass_product=product_)
                await _play(bench, cdp, elements)


async def _play(bench: NvdlaBench, cdp: Cdp, elements: NDArray[Any]) -> None:
    """Play a layer of elements."""
    x = bench.tensor(elements, cdp.precision)
    y = bench.empty(x.shape, cdp.precision)
    await bench.play(replace(cdp, source=x.side, destination=y.side))


def _at_ends(ends: TableEnds) -> Iterator[tuple[LutConfig, list[float]]]:
    """Tables that lie around 0 to 255, each with values that meet their ends."""
    if ends.limits.floating:
        start, select = word_of(-2.0), -5
        steps = [0.0, *(2.0**-at for at in range(6, 12)), 1.0, 63 / 32, 63.5 / 32, 2.0, 255 / 32, 255.5 / 32, 8.0, 9.0]
        values = [step - 2.0 for step in steps]
        offset = -60
        yield from ((lut, [0.0]) for lut in ends.next_to_zero())
    else:
        start, select, offset = 0, 0, 8 - EXPONENTIAL_INTERVALS
        values = [0, 1, 2, 3, 62, 63, 64, 65, 128, 129, 191, 192, 254, 255]
        values += [256, 257] if ends.limits.precision == "INT16" else []
    le, lo = (ends.linear(table, start, select) for table in ("LE", "LO"))
    for hybrid, above in product((False, True), (False, True)):
        lut = LutConfig(le=le, lo=lo, exponential=False, hybrid_lo=hybrid, overflow_lo=above, underflow_lo=above)
        yield lut, values
        yield replace(lut, exponential=True, le=ends.exponential(start, offset), le_offset=offset), values
        if not ends.limits.floating:
            wide = replace(lut, le=ends.linear("LE", 127, 1), lo=ends.linear("LO", -256, 1))
            yield wide, [*values, 126, 127, 253]
            beyond = replace(lut, le=ends.exponential(-1, 0), exponential=True, le_offset=0)
            yield beyond, values


def _codes() -> NDArray[np.int16]:
    return np.array(HALVES, np.uint16).view(np.int16)
