"""CDMA's input convertor (docs/nvdla/convolution.md, 'CDMA convertor')."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.numbers.rounding import saturate, shift_right
from models.nvdla.numbers.floats import Halves, half_from_integer, half_is_infinity, half_is_nan, half_nan_to_zero

SCALED_BITS = 34
"""Of an element less the offset, times the scale: a shift by more does nothing that one by as many does not."""
BETWEEN_BITS = 17
"""Of the integers that every processing precision is made from."""
PROCESSED = {"INT8": np.int8, "INT16": np.int16}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """What happens to elements on their way into the buffer.

    Attributes:
        in_precision: of the elements in memory.
        proc_precision: of the elements in the buffer.
        enabled: integers are converted; otherwise both precisions are the same.
        offset: is taken from an element first.
        scale: then multiplies it.
        truncate: then shifts it right.
        means: taken from the elements of each channel in place of the offset, if there are any.
        signed: unsigned codes of pixels are converted as signed ones.
        nan_to_zero: FP16 NaN become +0.
    """

    in_precision: str
    proc_precision: str
    enabled: bool = False
    offset: int = 0
    scale: int = 1
    truncate: int = 0
    means: tuple[int, ...] = ()
    signed: bool = False
    nan_to_zero: bool = False

    def apply(self, codes: NDArray[Any]) -> NDArray[Any]:
        """Elements as they stand in the buffer.

        Args:
            codes: uint8, int8, uint16 or int16; FP16 as uint16. With means, [channels, ...].

        Returns:
            int8, int16, or FP16 codes as uint16, of the same shape.
        """
        if self.in_precision == "FP16":  # no conversion changes these
            return half_nan_to_zero(codes) if self.nan_to_zero else codes
        if not self.enabled:
            return codes.view(PROCESSED[self.in_precision])
        if self.signed:
            codes = codes.view(PROCESSED[self.in_precision])
        offset = np.array(self.means or (self.offset,)).reshape(-1, *(1,) * (codes.ndim - 1))
        scaled = (codes.astype(np.int64) - offset) * self.scale
        values = saturate(shift_right(scaled, self.truncate), BETWEEN_BITS)
        if self.proc_precision == "FP16":
            return half_from_integer(values)
        kind = np.dtype(PROCESSED[self.proc_precision])
        return saturate(values, 8 * kind.itemsize).astype(kind)


def count_special(codes: Halves) -> tuple[int, int]:
    """How many of FP16 codes are NaN, and how many infinities."""
    return int(np.count_nonzero(half_is_nan(codes))), int(np.count_nonzero(half_is_infinity(codes)))
