"""Small legal CDP layers, and what breaks the rules of CDP, one thing at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import HwConfig
from models.nvdla.lut.breakers import small_tables
from models.nvdla.lut.config import LutConfig
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from models.rules import Case

CdpCase = Case[Cdp, HwConfig]

SOURCE_AT, DESTINATION_AT = 1 << 29, 1 << 30
RESERVED = "0x3"
EDGE_BITS = 38
"""Of the registers of where tables begin and end."""


def legal_tables(precision: str, *, exponential: bool) -> LutConfig:
    """Registers of tables that cover a little."""
    return small_tables(EDGE_BITS, floating=precision == "FP16", exponential=exponential)


def legal(config: HwConfig, ram: str, precision: str, height: int = 3, width: int = 4) -> Cdp:
    """A small legal layer, with two surfaces and no gaps."""
    line = width * config.atom_bytes

    def side(address: int) -> Side:
        return Side(ram=ram, address=address, line_stride_bytes=line, surface_stride_bytes=height * line)

    return Cdp(
        precision=precision,
        channels=config.atom_bytes // ELEMENT_BYTES[precision] + 1,
        height=height,
        width=width,
        source=side(SOURCE_AT),
        destination=side(DESTINATION_AT),
        lut=legal_tables(precision, exponential=False),
    )


def small(case: CdpCase, precision: str = "", height: int = 3, width: int = 4) -> Cdp:
    """One in the memory and the precision of a case, or in another precision."""
    subject = case.subject
    return legal(case.context.config, subject.source.ram, precision or subject.precision, height, width)


def with_exponential(case: CdpCase, exponential: bool, precision: str) -> Cdp:
    """A small layer whose table LE is exponential or not, of the case's precision if none is given."""
    cdp = small(case, precision)
    return replace(cdp, lut=legal_tables(cdp.precision, exponential=exponential))


def changed(case: CdpCase, cdp: Cdp) -> CdpCase:
    """The case with another layer."""
    return replace(case, subject=cdp)


def reserved(case: CdpCase, _: np.random.Generator) -> CdpCase:
    """A reserved precision."""
    return changed(case, replace(small(case), precision=RESERVED))


def missing_precision(case: CdpCase, rng: np.random.Generator) -> CdpCase | None:
    """A precision that the configuration lacks, where it lacks one."""
    missing = sorted(set(ELEMENT_BYTES) - set(case.context.config.precisions))
    return changed(case, small(case, str(rng.choice(missing)))) if missing else None


def wide_offset(case: CdpCase, rng: np.random.Generator) -> CdpCase | None:
    """An offset of a convertor of INT8 that has one bit too many, where the configuration has INT8."""
    if "INT8" not in case.context.config.precisions:
        return None
    cdp, widths = small(case, "INT8"), WIDTHS["INT8"]
    if rng.integers(2):
        return changed(case, replace(cdp, in_convertor=CdpConvertor(offset=_too_wide(widths.in_offset, rng))))
    return changed(case, replace(cdp, out_convertor=CdpConvertor(offset=_too_wide(widths.out_offset, rng))))


def line_stride(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """Lines that overlap."""
    cdp, atom = small(case), case.context.config.atom_bytes
    return _with_side(case, cdp, rng, line_stride_bytes=cdp.source.line_stride_bytes - atom)


def surface_stride(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """Surfaces that overlap."""
    cdp, atom = small(case), case.context.config.atom_bytes
    return _with_side(case, cdp, rng, surface_stride_bytes=cdp.source.surface_stride_bytes - atom)


def point(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """A pixel whose line stride or surface stride is not a pixel's size."""
    cdp, name = small(case, height=1, width=1), str(rng.choice(("line_stride_bytes", "surface_stride_bytes")))
    return _with_side(case, cdp, rng, **{name: 2 * case.context.config.atom_bytes})


def address_range(case: CdpCase, rng: np.random.Generator) -> CdpCase:
    """An input or an output that ends behind the last address."""
    config, cdp = case.context.config, small(case)
    last = (1 << config.port(cdp.source.ram).address_bits) - config.atom_bytes
    return _with_side(case, cdp, rng, address=last)


def far_start(case: CdpCase, rng: np.random.Generator) -> CdpCase | None:
    """A table of INT8 that starts a bit too far out, where the configuration has INT8."""
    if "INT8" not in case.context.config.precisions:
        return None
    cdp = with_exponential(case, exponential=False, precision="INT8")
    far = _too_wide(WIDTHS["INT8"].start, rng)
    table = ("le", "lo")[rng.integers(2)]
    where = getattr(cdp.lut, table)
    moved = replace(where, start=far, end=far + where.end - where.start)
    return changed(case, replace(cdp, lut=replace(cdp.lut, **{table: moved})))


def _too_wide(bits: int, rng: np.random.Generator) -> int:
    return (1 << bits - 1) * int(rng.choice((1, -2)))


def _with_side(case: CdpCase, cdp: Cdp, rng: np.random.Generator, **fields: int) -> CdpCase:
    """The case with the layer's input or output changed."""
    which = ("source", "destination")[rng.integers(2)]
    return changed(case, replace(cdp, **{which: replace(getattr(cdp, which), **fields)}))
