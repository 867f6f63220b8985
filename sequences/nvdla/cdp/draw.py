"""Random legal layers of CDP: what they compute, with which tables, of which values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import LOCAL_SIZES, Cdp
from models.nvdla.cdp.lut_rules import LIMITS
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import Entries, LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of, word_of
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from sequences.nvdla.tensors.tensor import Tensor

SQUARES_BYPASSED, PRODUCT_BYPASSED = "sqbypass", "mulbypass"
MODES = (*(f"size{size}" for size in LOCAL_SIZES), SQUARES_BYPASSED, PRODUCT_BYPASSED)
SUM_BITS = {("INT8", False): 20, ("INT16", False): 36, ("INT8", True): 9, ("INT16", True): 17}
"""Bits of what is looked up, of a precision, of elements themselves or of sums of squares."""
FLOAT_POWERS = range(-10, 9)
"""Of two, in which tables of floating-point numbers lie."""
OUT_SHIFTS = {"INT8": (20, 30), "INT16": (24, 34)}
TYPES: dict[str, type[np.generic]] = {"INT8": np.int8, "INT16": np.int16}


@dataclass(frozen=True, slots=True, kw_only=True)
class CdpKnobs:
    """What random layers are like.

    Attributes:
        columns_at_most: of the cube.
        lines_at_most: likewise.
        surfaces_at_most: atoms of channels.
        odd_at_most: percent of FP16 elements that are NaN, infinities or tiny.
    """

    columns_at_most: int = 10
    lines_at_most: int = 3
    surfaces_at_most: int = 3
    odd_at_most: int = 3


def draw_cdp(
    rng: np.random.Generator, config: HwConfig, mode: str, precision: str, *, knobs: CdpKnobs | None = None
) -> Cdp:
    """A legal layer that lies at address 0, without gaps.

    Args:
        rng: draws it.
        config: the hardware configuration.
        mode: one of `MODES`.
        precision: of its elements.
        knobs: what it is like.
    """
    knobs = knobs or CdpKnobs()
    bypass = mode == SQUARES_BYPASSED
    size = int(mode.removeprefix("size")) if mode.startswith("size") else int(rng.choice(LOCAL_SIZES))
    lanes = config.atom_bytes // ELEMENT_BYTES[precision]
    floating = precision == "FP16"
    nowhere = Side(ram=next(iter(config.ports)), address=0, line_stride_bytes=0, surface_stride_bytes=0)
    return Cdp(
        precision=precision,
        channels=int(rng.integers(1, knobs.surfaces_at_most * lanes + 1)),
        height=int(rng.integers(1, knobs.lines_at_most + 1)),
        width=int(rng.integers(1, knobs.columns_at_most + 1)),
        source=nowhere,
        destination=nowhere,
        lut=draw_ranges(rng, precision, squares=not bypass),
        tables=Tables(*(_entries(rng, size_, floating=floating) for size_ in config.table_entries.values())),
        local_size=size,
        nan_to_zero=bool(rng.integers(2)),
        bypass_squares=bypass,
        bypass_product=mode == PRODUCT_BYPASSED,
        in_convertor=CdpConvertor() if floating else _into(rng),
        out_convertor=CdpConvertor() if floating else _out_of(rng, precision),
        count_lut=bool(rng.integers(2)),
    )


def placed(cdp: Cdp, x: Tensor, y: Tensor) -> Cdp:
    """The layer on two tensors of its shape."""
    return replace(cdp, source=x.side, destination=y.side)


def draw_values(rng: np.random.Generator, cdp: Cdp, knobs: CdpKnobs | None = None) -> NDArray[Any]:
    """Values for its input, [channels, height, width]: of all magnitudes."""
    shape = cdp.channels, cdp.height, cdp.width
    if cdp.precision != "FP16":
        kind = TYPES[cdp.precision]
        bits = 8 * ELEMENT_BYTES[cdp.precision]
        values = rng.integers(-(1 << bits - 1), 1 << bits - 1, shape) >> rng.integers(0, bits, shape)
        return values.astype(kind)
    codes = (rng.uniform(-1, 1, shape) * 2.0 ** rng.integers(-14, 7, shape)).astype(np.float16).view(np.uint16)
    odd = rng.choice(np.array([0x7C00, 0xFC00, 0x7C01, 0xFFFF, 0x7BFF, 1, 0x8000], np.uint16), shape)
    share = rng.integers((knobs or CdpKnobs()).odd_at_most + 1) / 100
    return np.where(rng.random(shape) < share, odd, codes).view(np.float16)


def draw_ranges(rng: np.random.Generator, precision: str, *, squares: bool) -> LutConfig:
    """Legal registers of tables that lie where values are."""
    floating, limits = precision == "FP16", LIMITS[precision]
    exponential = bool(rng.integers(2))

    def linear(table: str) -> LutRange:
        legal = limits.selects[table]
        if floating:
            start = _float_start(rng, squares=squares)
            power = int(rng.choice(FLOAT_POWERS)) - LINEAR_BITS[table]
        else:
            bits = SUM_BITS[precision, not squares]
            start = _start(rng, bits, squares=squares)
            power = int(rng.integers(2, bits + 1)) - LINEAR_BITS[table]
        select = min(max(power, legal.start), legal.stop - 1)
        return LutRange(
            start=start, end=end_of(start, select + LINEAR_BITS[table], limits.bits, floating=floating), select=select
        )

    le, offset = linear("LE"), 0
    if exponential:
        offset = int(rng.integers(-30, 4)) if floating else int(rng.integers(-4, 8))
        end = end_of(le.start, offset + EXPONENTIAL_INTERVALS, limits.bits, floating=floating)
        le = LutRange(start=le.start, end=end)
    sloped = [
        replace(item, underflow=_slope(rng, floating=floating), overflow=_slope(rng, floating=floating))
        for item in (le, linear("LO"))
    ]
    below, above, hybrid = (bool(flag) for flag in rng.integers(2, size=3))
    return LutConfig(
        le=sloped[0],
        lo=sloped[1],
        exponential=exponential,
        le_offset=offset,
        underflow_lo=below,
        overflow_lo=above,
        hybrid_lo=hybrid,
    )


def _start(rng: np.random.Generator, bits: int, *, squares: bool) -> int:
    """Of integers: sums of squares are not negative."""
    most = 1 << int(rng.integers(1, bits))
    return int(rng.integers(-(most // 8) if squares else -most, most))


def _float_start(rng: np.random.Generator, *, squares: bool) -> int:
    number = 2.0 ** int(rng.choice(FLOAT_POWERS)) * rng.uniform(-0.2 if squares else -1, 1)
    return word_of(float(number))


def _slope(rng: np.random.Generator, *, floating: bool) -> LutSlope:
    if floating:
        return LutSlope(scale=int(np.array([rng.normal()], np.float16).view(np.int16)[0]), shift=0)
    return LutSlope(scale=int(rng.integers(-(1 << 15), 1 << 15)), shift=int(rng.integers(-2, 16)))


def _entries(rng: np.random.Generator, size: int, *, floating: bool) -> Entries:
    if floating:
        return rng.normal(size=size).astype(np.float16).view(np.int16)
    return rng.integers(-(1 << 15), 1 << 15, size).astype(np.int16)


def _into(rng: np.random.Generator) -> CdpConvertor:
    return CdpConvertor(
        offset=int(rng.integers(-20, 21)), scale=int(rng.integers(-300, 301)), shift=int(rng.integers(6, 10))
    )


def _out_of(rng: np.random.Generator, precision: str) -> CdpConvertor:
    scale = int(rng.integers(1 << 10, 1 << 15)) * int(rng.choice((-1, 1)))
    return CdpConvertor(
        offset=int(rng.integers(-100, 101)), scale=scale, shift=int(rng.integers(*OUT_SHIFTS[precision]))
    )
