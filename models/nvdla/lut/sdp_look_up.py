"""What SDP's look-up tables give for a value (docs/nvdla/post_processing.md, 'SDP look-up tables')."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.numbers.rounding import saturate, shift_saturate, shift_signed_saturate
from models.nvdla.lut.config import Entries, LutConfig, LutSlope, Tables
from models.nvdla.lut.counts import LutCounts
from models.nvdla.lut.locate import SINGLE_MASK, Located, choose_lo, locate_le, locate_lo
from models.nvdla.numbers.formats import FP17, FP32
from models.nvdla.numbers.wide import ONE, single_from_wide, wide_from_fraction, wide_from_half, wide_from_single

FRACTION_BITS, VALUE_BITS = 35, 32
WHOLE = 1 << FRACTION_BITS
EXPONENT_MASK, HALF_MASK = 0xFF, 0xFFFF


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What has been looked up.

    Attributes:
        values: int64 integers of 32 bits, or FP32 codes.
        counts: what the unit counts of it.
    """

    values: Wide
    counts: LutCounts


def look_up(values: Wide, config: LutConfig, tables: Tables, *, floating: bool, shifts_start: bool = True) -> LookedUp:
    """Look values up as SDP does.

    Args:
        values: int64 integers of 32 bits, or FP32 codes.
        config: registers.
        tables: what is in the tables.
        floating: values are FP32 codes, and entries FP16 codes.
        shifts_start: the slope below an exponential table with offset 0 begins at START + 1, as the part has it.
    """
    le = locate_le(values, config, tables.le.size, floating=floating, fraction_bits=FRACTION_BITS, signed=True)
    lo = locate_lo(values, config, tables.lo.size, floating=floating, fraction_bits=FRACTION_BITS)
    chosen = choose_lo(le, lo, config)
    results = np.empty_like(values)
    for place, mine, entries, (lower, upper) in (
        (le, ~chosen, tables.le, _le_edges(config, floating, shifts_start=shifts_start)),
        (
            lo,
            chosen,
            tables.lo,
            (_Edge(config.lo.start, config.lo.underflow), _Edge(config.lo.end, config.lo.overflow)),
        ),
    ):
        within, below, above = mine & place.hit, mine & place.below, mine & place.above
        results[within] = _interpolate(place, within, entries, floating)
        results[below] = _extrapolate(values[below], entries[:1], lower, floating)
        results[above] = _extrapolate(values[above], entries[-1:], upper, floating)
    return LookedUp(results, _count(le, lo, chosen))


@dataclass(frozen=True, slots=True)
class _Edge:
    """Where a slope begins.

    Attributes:
        base: what a register says.
        slope: the slope.
        bias: what is added to the register.
    """

    base: int
    slope: LutSlope
    bias: int = 0


def _le_edges(config: LutConfig, floating: bool, *, shifts_start: bool) -> tuple[_Edge, _Edge]:
    """The first entry of an exponential table stands for a value above its start."""
    offset, bias = config.le_offset, 0
    if config.exponential and floating:
        bias = (offset + FP32.bias & EXPONENT_MASK) << FP32.mantissa_bits
    elif config.exponential and (not shifts_start) <= offset < VALUE_BITS:
        bias = 1 << offset
    return _Edge(config.le.start, config.le.underflow, bias), _Edge(config.le.end, config.le.overflow)


def _interpolate(place: Located, within: Flags, entries: Entries, floating: bool) -> Wide:
    index, fraction = place.index[within], place.fraction[within]
    low, high = entries[index], entries[index + 1]
    if not floating:
        total = low.astype(np.int64) * (WHOLE - fraction) + high.astype(np.int64) * fraction
        return shift_saturate(total, FRACTION_BITS, VALUE_BITS)
    share = np.where(fraction == 0, ONE, wide_from_fraction(WHOLE - fraction, FRACTION_BITS))
    first = FP17.multiply(share, _wide_entry(low))
    second = FP17.multiply(wide_from_fraction(fraction, FRACTION_BITS), _wide_entry(high))
    return single_from_wide(FP17.add(first, second))


def _extrapolate(values: Wide, entry: Entries, edge: _Edge, floating: bool) -> Wide:
    slope = edge.slope
    if not floating:
        rise = shift_signed_saturate((values - (edge.base + edge.bias)) * slope.scale, slope.shift, VALUE_BITS)
        return saturate(entry + rise, VALUE_BITS)
    base = FP32.add(np.array([edge.base & SINGLE_MASK]), np.array([edge.bias]))
    distance = wide_from_single(FP32.subtract(values, base))
    rise = FP17.multiply(distance, wide_from_half(np.array([slope.scale & HALF_MASK], np.uint16)))
    return single_from_wide(FP17.add(_wide_entry(entry), rise))


def _wide_entry(codes: Entries) -> Wide:
    return wide_from_half(codes.view(np.uint16))


def _count(le: Located, lo: Located, chosen: Flags) -> LutCounts:
    below, above = np.where(chosen, lo.below, le.below), np.where(chosen, lo.above, le.above)
    found = (below, above, le.hit, lo.hit, ~(below | above))
    return LutCounts(*(int(np.count_nonzero(flags)) for flags in found))
