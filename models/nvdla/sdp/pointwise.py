"""SDP without operands and tables: ReLU of X1 and the output convertor (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.numbers.floats import (
    HALF_LARGEST,
    HALF_SIGN,
    Halves,
    Singles,
    half_from_integer,
    half_from_single,
    half_is_nan,
    int16_from_half,
    single_is_nan,
)
from models.nvdla.numbers.rounding import saturate, saturation_flags, shift_right, shift_saturate

PATH_BITS, CONVERTED_BITS = 32, 17
SINGLE_SIGN_SHIFT = 31
OUT_TYPES = {"INT8": np.int8, "INT16": np.int16}


@dataclass(frozen=True, slots=True)
class Processed:
    """Elements as they leave.

    Attributes:
        codes: int8, int16, or FP16 codes as uint16.
        saturated: how many of them the part counts as saturated.
        nan: how many are NaN.
    """

    codes: NDArray[Any]
    saturated: int
    nan: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointwise:
    """What happens to each element; lanes without one are zeros that go the same way.

    Attributes:
        proc_precision: INT8 and INT16 for elements that are int32, FP16 for FP32 codes.
        out_precision: of the elements that leave.
        nan_to_zero: NaN become +0 at the entry.
        x1: X1 takes part, with its ALU and its MUL bypassed.
        x1_shift: shift of X1, which a bypass of MUL does not switch off; integers only.
        relu: X1 lets nothing below zero pass.
        offset: of the output convertor, integers only; `scale` and `shift` likewise.
    """

    proc_precision: str
    out_precision: str
    nan_to_zero: bool = False
    x1: bool = False
    x1_shift: int = 0
    relu: bool = False
    offset: int = 0
    scale: int = 1
    shift: int = 0

    def apply(self, values: NDArray[np.int32] | Singles) -> Processed:
        """Elements of any shape, int32 or FP32 codes as uint32."""
        if self.proc_precision == "FP16":
            return self._floats(values.view(np.uint32))
        return self._integers(values.view(np.int32))

    def _integers(self, values: NDArray[np.int32]) -> Processed:
        wide = values.astype(np.int64)
        if self.x1:
            wide = shift_saturate(wide, self.x1_shift, PATH_BITS)
            wide = np.maximum(wide, 0) if self.relu else wide
        scaled = (wide - self.offset) * self.scale
        converted = saturate(shift_right(scaled, self.shift), CONVERTED_BITS)
        if self.out_precision == "FP16":
            return _as_halves(half_from_integer(converted))
        kind = np.dtype(OUT_TYPES[self.out_precision])
        flags = saturation_flags(scaled, self.shift, CONVERTED_BITS)
        return Processed(saturate(converted, 8 * kind.itemsize).astype(kind), int(np.count_nonzero(flags)), 0)

    def _floats(self, codes: Singles) -> Processed:
        if self.nan_to_zero:
            codes = np.where(single_is_nan(codes), np.uint32(0), codes)
        if self.x1 and self.relu:
            codes = np.where((codes >> SINGLE_SIGN_SHIFT == 0) | single_is_nan(codes), codes, np.uint32(0))
        halves = half_from_single(codes)
        if self.out_precision == "FP16":
            return _as_halves(halves)
        return Processed(int16_from_half(halves), 0, 0)


def _as_halves(codes: Halves) -> Processed:
    """FP16 codes with what is counted of them: the largest numbers as saturated, whether they were or not."""
    largest = (codes & ~np.uint16(HALF_SIGN)) == HALF_LARGEST
    return Processed(codes, int(np.count_nonzero(largest)), int(np.count_nonzero(half_is_nan(codes))))
