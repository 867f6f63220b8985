"""Where values fall in look-up tables (docs/nvdla/post_processing.md, 'SDP look-up tables', 'CDP look-up tables')."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide, bit_length
from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.numbers.formats import FP32

SINGLE_MASK = 0xFFFF_FFFF
INFINITY = 0x7F80_0000
"""As an FP32 code: only a register can make one."""
TOP_SHIFT, INDEX_BITS = 63, 9


@dataclass(frozen=True, slots=True)
class Located:
    """Places in one table.

    Attributes:
        index: of the entry at or below each value; the first one below the table, the last one above.
        fraction: of the way to the next entry, as an integer.
        below: what is below the table.
        above: what is above it.
    """

    index: Wide
    fraction: Wide
    below: Flags
    above: Flags

    @property
    def hit(self) -> Flags:
        """What is within the table."""
        flags: Flags = ~(self.below | self.above)
        return flags


@dataclass(frozen=True, slots=True)
class _Distance:
    """How far values are above the start of a table: an integer, or an FP32 code."""

    codes: Wide
    below: Flags
    floating: bool


def locate_le(
    values: Wide, config: LutConfig, entries: int, *, floating: bool, fraction_bits: int, signed: bool
) -> Located:
    """Places in table LE.

    Args:
        values: int64 integers or FP32 codes.
        config: registers.
        entries: of the table.
        floating: values are FP32 codes.
        fraction_bits: bits that a fraction has.
        signed: the 32 bits of an integer's distance are taken with a sign for the fraction of a linear table.
    """
    distance = _distance(values, config.le, floating)
    if not config.exponential:
        return _linear(distance, config.le.select, entries, fraction_bits, signed=signed)
    exponent, rest = _logarithm(distance, fraction_bits)
    index = exponent - config.le_offset
    return _located(distance.below | (index < 0), index, rest, entries)


def locate_lo(values: Wide, config: LutConfig, entries: int, *, floating: bool, fraction_bits: int) -> Located:
    """Places in table LO, as `locate_le` gives them."""
    return _linear(_distance(values, config.lo, floating), config.lo.select, entries, fraction_bits, signed=False)


def choose_lo(le: Located, lo: Located, config: LutConfig) -> Flags:
    """Whether LO gives the result."""
    chosen = np.where(le.hit == lo.hit, config.hybrid_lo, lo.hit)
    chosen = np.where(le.below & lo.below, config.underflow_lo, chosen)
    flags: Flags = np.where(le.above & lo.above, config.overflow_lo, chosen)
    return flags


def _distance(values: Wide, table: LutRange, floating: bool) -> _Distance:
    if floating:
        codes = FP32.subtract(values, np.full_like(values, table.start & SINGLE_MASK))
        below: Flags = (codes & FP32.sign != 0) | (codes == 0) | FP32.is_nan(codes)
    else:
        codes = values - table.start
        below = codes <= 0
    return _Distance(np.where(below, 0, codes), below, floating)


def _logarithm(distance: _Distance, fraction_bits: int) -> tuple[Wide, Wide]:
    """Exponents of two, and what is left as fractions."""
    if distance.floating:
        mantissa = distance.codes & (1 << FP32.mantissa_bits) - 1
        return (distance.codes >> FP32.mantissa_bits) - FP32.bias, _aligned(mantissa, FP32.mantissa_bits, fraction_bits)
    exponent = bit_length(distance.codes) - 1
    rest = distance.codes ^ np.where(distance.below, 0, np.int64(1) << np.maximum(exponent, 0))
    return exponent, _shifted(rest, fraction_bits - exponent)


def _linear(distance: _Distance, select: int, entries: int, fraction_bits: int, *, signed: bool) -> Located:
    """Places in a table of entries two to the power of `select` apart.

    Args:
        distance: of the values from its start.
        select: the power.
        entries: of the table.
        fraction_bits: bits that a fraction has.
        signed: as of `locate_le`.
    """
    if distance.floating:
        significand = distance.codes & (1 << FP32.mantissa_bits) - 1 | 1 << FP32.mantissa_bits
        left = (distance.codes >> FP32.mantissa_bits) - FP32.bias - select - FP32.mantissa_bits
        # A significand that is shifted left at all is beyond each table.
        index = np.where(left >= 0, 1 << INDEX_BITS, _shifted(significand, np.minimum(left, 0)))
        index = np.where(distance.codes == INFINITY, 0, index)  # the part takes it for no distance at all
        fraction = np.where(left >= 0, 0, _shifted(significand, np.minimum(left + fraction_bits, fraction_bits)))
    else:
        codes = distance.codes
        index = codes << min(-select, INDEX_BITS) if select < 0 else codes >> min(select, TOP_SHIFT)
        rest = codes.astype(np.int32).astype(np.int64) & (1 << fraction_bits) - 1 if signed else codes
        fraction = _aligned(rest, select, fraction_bits) if select > 0 else np.zeros_like(codes)
    return _located(distance.below, index, fraction & (1 << fraction_bits) - 1, entries)


def _located(below: Flags, index: Wide, fraction: Wide, entries: int) -> Located:
    last = entries - 1
    above: Flags = ~below & (index >= last)
    index = np.where(below, 0, np.minimum(index, last))
    return Located(index, np.where(below | above, 0, fraction), below, above)


def _aligned(values: Wide, bits: int, wanted: int) -> Wide:
    """Fractions of so many bits as ones of the wanted bits, cut."""
    return values << wanted - bits if wanted >= bits else values >> min(bits - wanted, TOP_SHIFT)


def _shifted(values: Wide, left: Wide) -> Wide:
    """Values shifted left, or right where that is negative; cut."""
    shifted: Wide = values << np.maximum(left, 0) >> np.minimum(np.maximum(-left, 0), TOP_SHIFT)
    return shifted
