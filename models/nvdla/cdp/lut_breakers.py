"""What breaks the rules of CDP's look-up tables: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.cdp.breakers import EDGE_BITS, CdpCase, changed, legal_tables, small
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.lut import breakers as tables
from models.nvdla.lut.config import LutConfig

TOO_FAR = {"INT8": 16, "INT16": 32, "FP16": 122}
"""A distance of entries, by precision, that is illegal for both tables."""
OFFSETS = {"INT8": (-65, 21), "INT16": (-65, 37), "FP16": (-127, -128)}


def select(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """Entries too far apart."""
    cdp = _with_exponential(case, exponential=False)
    return _with_tables(case, cdp, tables.with_select(cdp.lut, TOO_FAR[cdp.precision], rng))


def linear_end(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """A linear table that ends an entry too late or too early."""
    cdp = _with_exponential(case, exponential=bool(rng.integers(2)))
    return _with_tables(case, cdp, tables.with_linear_end(cdp.lut, rng))


def offset(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """A first power of two that the part cannot tell."""
    cdp = _with_exponential(case, exponential=True)
    return _with_tables(case, cdp, replace(cdp.lut, le_offset=int(rng.choice(OFFSETS[cdp.precision]))))


def exponential_end(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """An exponential table that ends too late or too early."""
    cdp = _with_exponential(case, exponential=True)
    return _with_tables(case, cdp, tables.with_exponential_end(cdp.lut, rng))


def float_start(case: CdpCase, rng: np.random.Generator) -> CdpCase | None:
    """A table of FP16 that starts where its end is the same number, where the configuration has FP16."""
    if "FP16" not in case.context.config.precisions:
        return None
    cdp = _with_exponential(case, exponential=False, precision="FP16")
    return _with_tables(case, cdp, tables.with_far_float_start(cdp.lut, EDGE_BITS, rng))


def start(case: CdpCase, rng: np.random.Generator) -> CdpCase | None:
    """A table of INT8 that starts a bit too far out, where the configuration has INT8."""
    if "INT8" not in case.context.config.precisions:
        return None
    cdp = _with_exponential(case, exponential=False, precision="INT8")
    far = (1 << WIDTHS["INT8"].start - 1) * int(rng.choice((1, -2)))
    table = ("le", "lo")[rng.integers(2)]
    where = getattr(cdp.lut, table)
    moved = replace(where, start=far, end=far + where.end - where.start)
    return _with_tables(case, cdp, replace(cdp.lut, **{table: moved}))


def _with_exponential(case: CdpCase, *, exponential: bool, precision: str = "") -> Cdp:
    cdp = small(case, precision)
    return replace(cdp, lut=legal_tables(cdp.precision, exponential=exponential))


def _with_tables(case: CdpCase, cdp: Cdp, lut: LutConfig) -> CdpCase:
    """The case with other registers of tables."""
    return changed(case, replace(cdp, lut=lut))
