"""What CDP's look-up tables give for a value (docs/nvdla/post_processing.md, 'CDP look-up tables')."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.numbers.rounding import saturate, shift_right, shift_signed_saturate, wrap
from models.nvdla.lut.config import Entries, LutConfig, LutSlope, Tables
from models.nvdla.lut.counts import ExclusiveCounts
from models.nvdla.lut.locate import SINGLE_MASK, Located, choose_lo, locate_le, locate_lo
from models.nvdla.numbers.floats import single_from_half
from models.nvdla.numbers.formats import FP17, FP32
from models.nvdla.numbers.wide import wide_from_fraction, wide_from_half, wide_from_single

FRACTION_BITS, VALUE_BITS = 16, 16
RISE_BITS, BASE_BITS = 32, 39
HALF_MASK, NO_POWER = 0xFFFF, -127
"""From this exponent of two down a power is taken as 0."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What has been looked up.

    Attributes:
        values: int64 integers of 16 bits, or FP17 codes.
        counts: what became of them.
    """

    values: Wide
    counts: ExclusiveCounts


@dataclass(frozen=True, slots=True)
class _Edge:
    """Where a slope begins, and the slope."""

    base: Wide | int
    slope: LutSlope


def narrowed(config: LutConfig, select_bits: int) -> LutConfig:
    """Registers as the part looks at them: low bits of the distance of entries."""
    return replace(
        config,
        le=replace(config.le, select=wrap(config.le.select, select_bits)),
        lo=replace(config.lo, select=wrap(config.lo.select, select_bits)),
    )


def look_up_factors(
    values: Wide, config: LutConfig, tables: Tables, *, floating: bool, select_bits: int = 8
) -> Factors:
    """Look values up as CDP does.

    Args:
        values: int64 integers of 38 bits, or FP32 codes.
        config: registers.
        tables: what is in the tables.
        floating: values are FP32 codes, and entries FP16 codes.
        select_bits: low bits of the distance of entries that the part looks at.
    """
    narrow = narrowed(config, select_bits)
    le = locate_le(values, narrow, tables.le.size, floating=floating, fraction_bits=FRACTION_BITS, signed=False)
    lo = locate_lo(values, narrow, tables.lo.size, floating=floating, fraction_bits=FRACTION_BITS)
    chosen = choose_lo(le, lo, narrow)
    results = np.empty_like(values)
    lo_edges = _Edge(narrow.lo.start, narrow.lo.underflow), _Edge(narrow.lo.end, narrow.lo.overflow)
    for place, mine, entries, (lower, upper) in (
        (le, ~chosen, tables.le, _le_edges(narrow, floating)),
        (lo, chosen, tables.lo, lo_edges),
    ):
        within, below, above = mine & place.hit, mine & place.below, mine & place.above
        results[within] = _interpolate(place, within, entries, floating)
        results[below] = _extrapolate(values[below], entries[:1], lower, floating)
        results[above] = _extrapolate(values[above], entries[-1:], upper, floating)
    if floating and (nan := FP32.is_nan(values)).any():
        results[nan] = wide_from_single(values[nan])
    return Factors(results, _count(le, lo))


def _le_edges(config: LutConfig, floating: bool) -> tuple[_Edge, _Edge]:
    """The first entry of an exponential table stands for a value above its start."""
    start, offset = config.le.start, config.le_offset
    if floating:
        power = (offset + FP32.bias) << FP32.mantissa_bits if config.exponential and offset > NO_POWER else 0
        base: Wide | int = FP32.add(np.array([power]), np.array([start & SINGLE_MASK]))
    else:
        base = wrap(start + (1 << offset), BASE_BITS) if config.exponential and offset >= 0 else start
    return _Edge(base, config.le.underflow), _Edge(config.le.end, config.le.overflow)


def _interpolate(place: Located, within: Flags, entries: Entries, floating: bool) -> Wide:
    index, fraction = place.index[within], place.fraction[within]
    low, high = entries[index], entries[index + 1]
    if not floating:
        rise = (high.astype(np.int64) - low) * fraction
        return saturate(low + shift_right(rise, FRACTION_BITS), VALUE_BITS)
    step = wide_from_single(FP32.subtract(_single_entry(high), _single_entry(low)))
    return FP17.add(FP17.multiply(step, wide_from_fraction(fraction, FRACTION_BITS)), _wide_entry(low))


def _extrapolate(values: Wide, entry: Entries, edge: _Edge, floating: bool) -> Wide:
    slope = edge.slope
    if not floating:
        rise = shift_signed_saturate((values - edge.base) * slope.scale, slope.shift, RISE_BITS)
        return saturate(entry + rise, VALUE_BITS)
    distance = wide_from_single(FP32.subtract(values, np.atleast_1d(edge.base) & SINGLE_MASK))
    rise = FP17.multiply(distance, wide_from_half(np.array([slope.scale & HALF_MASK], np.uint16)))
    return FP17.add(rise, _wide_entry(entry))


def _single_entry(codes: Entries) -> Wide:
    return single_from_half(codes.view(np.uint16)).astype(np.int64)


def _wide_entry(codes: Entries) -> Wide:
    return wide_from_half(codes.view(np.uint16))


def _count(le: Located, lo: Located) -> ExclusiveCounts:
    below, above = le.below & lo.below, le.above & lo.above
    le_only, lo_only = le.hit & ~lo.hit, lo.hit & ~le.hit
    found = (below, above, le_only, lo_only, ~(below | above | le_only | lo_only))
    return ExclusiveCounts(*(int(np.count_nonzero(flags)) for flags in found))
