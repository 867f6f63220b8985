"""What CDP (LRN) makes of each element and its neighbouring channels (docs/nvdla/post_processing.md, 'CDP')."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.lut.cdp_look_up import Factors, look_up_factors
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.lut.counts import ExclusiveCounts
from models.nvdla.numbers.bits import Wide
from models.nvdla.numbers.floats import HALF_LARGEST, HALF_SIGN, half_nan_to_zero
from models.nvdla.numbers.formats import FP17, FP32
from models.nvdla.numbers.wide import half_from_wide, single_from_wide, wide_from_half


@dataclass(frozen=True, slots=True)
class Normalised:
    """Elements as they leave.

    Attributes:
        codes: int8, int16, or FP16 codes as uint16.
        saturated: which of them the part counts as saturated.
        counts: what the look-up tables have counted.
    """

    codes: NDArray[Any]
    saturated: Flags
    counts: ExclusiveCounts


@dataclass(frozen=True, slots=True)
class Worked:
    """Elements before the output convertor, int64.

    Attributes:
        values: what was converted: integers, or FP17 codes.
        sums: what is looked up: integers, or FP32 codes.
        found: what the tables give: integers, or FP17 codes.
        products: what leaves, as `values`.
    """

    values: Wide
    sums: Wide
    found: Factors
    products: Wide


@dataclass(frozen=True, slots=True, kw_only=True)
class Normaliser:
    """How elements are normalised.

    Attributes:
        precision: name of the number format.
        lut: registers of the look-up tables.
        tables: what is in them.
        local_size: channels whose squares are added up.
        nan_to_zero: FP16 NaN become +0 at the entry.
        bypass_squares: elements themselves are looked up.
        bypass_product: what the tables give leaves without a multiplication.
        in_convertor: of integers; `out_convertor` likewise.
    """

    precision: str
    lut: LutConfig
    tables: Tables
    local_size: int = 5
    nan_to_zero: bool = False
    bypass_squares: bool = False
    bypass_product: bool = False
    in_convertor: CdpConvertor = field(default_factory=CdpConvertor)
    out_convertor: CdpConvertor = field(default_factory=CdpConvertor)

    def apply(self, elements: NDArray[Any], channels: int) -> Normalised:
        """Normalise elements.

        Args:
            elements: int8, int16, or FP16 codes as uint16, [lanes, ...]: those of all channels, and what fills up the
                last atom, which counts as 0.
            channels: of the cube.
        """
        worked = self.worked(elements, channels)
        if self.precision == "FP16":
            codes = half_from_wide(worked.products)
            # The largest numbers count as saturated, whether they were or not.
            return Normalised(codes, (codes & ~np.uint16(HALF_SIGN)) == HALF_LARGEST, worked.found.counts)
        widths = WIDTHS[self.precision]
        results = self.out_convertor.convert(worked.products, widths.out_offset, widths.out)
        saturated = self.out_convertor.saturated(worked.products, widths.out_offset, widths.out)
        return Normalised(results.astype(elements.dtype), saturated, worked.found.counts)

    def worked(self, elements: NDArray[Any], channels: int) -> Worked:
        """What stands before the output convertor; as `apply`."""
        return self._floats(elements, channels) if self.precision == "FP16" else self._integers(elements, channels)

    def look_up(self, sums: Wide) -> Factors:
        """What the tables give for sums: integers, or FP32 codes."""
        if self.precision == "FP16":
            return look_up_factors(sums, self.lut, self.tables, floating=True)
        select_bits = WIDTHS[self.precision].select
        return look_up_factors(sums, self.lut, self.tables, floating=False, select_bits=select_bits)

    def _integers(self, elements: NDArray[Any], channels: int) -> Worked:
        widths = WIDTHS[self.precision]
        values = self.in_convertor.convert(elements.astype(np.int64), widths.in_offset, widths.converted)
        values[channels:] = 0
        sums = values if self.bypass_squares else _sum_integers(values * values, self.local_size)
        found = self.look_up(sums)
        return Worked(values, sums, found, found.values if self.bypass_product else found.values * values)

    def _floats(self, elements: NDArray[np.uint16], channels: int) -> Worked:
        values = wide_from_half(half_nan_to_zero(elements) if self.nan_to_zero else elements)
        values[channels:] = 0
        singles = single_from_wide(values)
        sums = singles if self.bypass_squares else _sum_floats(FP32.multiply(singles, singles), self.local_size)
        found = self.look_up(sums)
        products = FP17.multiply(values, found.values)
        if self.bypass_product:  # an element that is NaN stays what it is all the same
            products = np.where(FP17.is_nan(values), values, found.values)
        return Worked(values, sums, found, products)


def _neighbours(values: Wide, local_size: int) -> list[Wide]:
    """The values of each channel's neighbourhood, the lowest channel first; beyond the lanes there are zeros."""
    reach, lanes = local_size // 2, len(values)
    zeros = np.zeros((reach, *values.shape[1:]), values.dtype)
    padded = np.concatenate([zeros, values, zeros])
    return [padded[first : first + lanes] for first in range(local_size)]


def _sum_integers(squares: Wide, local_size: int) -> Wide:
    total: Wide = np.add.reduce(_neighbours(squares, local_size))
    return total


def _sum_floats(squares: Wide, local_size: int) -> Wide:
    """Pairs from the middle on, but the middle one is added to the first pair."""
    around, middle = _neighbours(squares, local_size), local_size // 2
    total = FP32.add(FP32.add(around[middle - 1], around[middle + 1]), around[middle])
    for distance in range(2, middle + 1):
        total = FP32.add(total, FP32.add(around[middle - distance], around[middle + distance]))
    return total
