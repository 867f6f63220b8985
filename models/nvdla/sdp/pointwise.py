"""What SDP makes of each element: operators X1, X2 and Y, and the output convertor (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.numbers.rounding import saturate, shift_right
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.lut.counts import LutCounts
from models.nvdla.lut.sdp_look_up import look_up
from models.nvdla.numbers.floats import (
    HALF_LARGEST,
    HALF_SIGN,
    Halves,
    Singles,
    half_from_integer,
    half_from_single,
    half_is_nan,
    int16_from_half,
)
from models.nvdla.numbers.formats import FP32
from models.nvdla.numbers.saturated import saturation_flags
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operands import NOTHING_READ, OperandPair
from models.nvdla.sdp.operators.operators import work
from models.nvdla.sdp.operators.settings import XSettings, YSettings

CONVERTED_BITS = 17
OUT_TYPES: dict[str, type[np.generic]] = {"INT8": np.int8, "INT16": np.int16, "FP16": np.uint16}


@dataclass(frozen=True, slots=True)
class Processed:
    """Elements as they leave.

    Attributes:
        codes: int8, int16, or FP16 codes as uint16.
        saturated: how many of them the part counts as saturated.
        nan: how many are NaN.
        lut: what the look-up table has counted, if the layer has one.
        unequal: of a layer that compares, which elements differ.
    """

    codes: NDArray[Any]
    saturated: int
    nan: int
    lut: LutCounts | None = None
    unequal: Flags | None = None


@dataclass(frozen=True, slots=True)
class ReadOperands:
    """What a layer reads from memory besides its input, operator by operator."""

    x1: OperandPair = NOTHING_READ
    x2: OperandPair = NOTHING_READ
    y: OperandPair = NOTHING_READ


NO_OPERANDS = ReadOperands()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointwise:
    """What happens to each element; lanes without one go the same way.

    Attributes:
        proc_precision: INT8 and INT16 for elements that are integers, FP16 for FP32 codes.
        out_precision: of the elements that leave.
        nan_to_zero: NaN become +0 at the entry, and those among FP16 operands.
        x1: the first operator; `x2` the second, `y` the third.
        lut: how Y looks values up; None: it does not.
        offset: of the output convertor, integers only; `scale` and `shift` likewise.
        margin: whether what is clamped by 1 is not counted as saturated.
        shifts_start: as of `look_up`.
    """

    proc_precision: str
    out_precision: str
    nan_to_zero: bool = False
    x1: XSettings = field(default_factory=XSettings)
    x2: XSettings = field(default_factory=XSettings)
    y: YSettings = field(default_factory=YSettings)
    lut: LutConfig | None = None
    offset: int = 0
    scale: int = 1
    shift: int = 0
    margin: bool = True
    shifts_start: bool = True

    @classmethod
    def of(cls, sdp: Sdp) -> Pointwise:
        """What a layer does."""
        return cls(
            proc_precision=sdp.precision,
            out_precision=sdp.out_precision,
            nan_to_zero=sdp.nan_to_zero,
            x1=sdp.x1,
            x2=sdp.x2,
            y=sdp.y,
            lut=sdp.lut if sdp.y.lut else None,
            offset=sdp.convertor.offset,
            scale=sdp.convertor.scale,
            shift=sdp.convertor.shift,
        )

    @property
    def floating(self) -> bool:
        """Elements are FP32 codes."""
        return self.proc_precision == "FP16"

    def enter(self, values: NDArray[np.signedinteger[Any]] | Singles) -> Wide:
        """Elements as X1 takes them, int64: integers or FP32 codes."""
        wide = (values.view(np.uint32) if self.floating else values).astype(np.int64)
        return np.where(FP32.is_nan(wide), 0, wide) if self.floating and self.nan_to_zero else wide

    def apply(
        self,
        values: NDArray[np.signedinteger[Any]] | Singles,
        operands: ReadOperands = NO_OPERANDS,
        tables: Tables | None = None,
    ) -> Processed:
        """Process elements.

        Args:
            values: of any shape: integers of up to 32 bits, or FP32 codes as uint32 or int32.
            operands: what is read from memory, in shapes that broadcast to that of the values.
            tables: the look-up tables, where Y has one.
        """
        floating, wide, lut = self.floating, self.enter(values), None
        for operator, pair in ((self.x1, operands.x1), (self.x2, operands.x2), (self.y, operands.y)):
            wide = work(operator, wide, pair, floating=floating, nan_to_zero=self.nan_to_zero)
        if self.lut is not None:
            if tables is None:
                raise ValueError("Y looks values up: pass the tables")
            found = look_up(wide, self.lut, tables, floating=floating, shifts_start=self.shifts_start)
            wide, lut = found.values, found.counts
        codes, saturated = self._convert(wide, floating)
        if not self.y.compares:
            nan = int(np.count_nonzero(half_is_nan(codes))) if self.out_precision == "FP16" else 0
            return Processed(codes, saturated, nan, lut)
        codes = wide.astype(OUT_TYPES[self.out_precision])
        return Processed(codes, saturated, 0, lut, unequal=codes != 0)

    def scaled(self, wide: Wide) -> Wide:
        """What the output convertor makes of integers before it shifts them."""
        return (wide - self.offset) * self.scale

    def _convert(self, wide: Wide, floating: bool) -> tuple[NDArray[Any], int]:
        """The output convertor's elements, and how many it counts as saturated."""
        if floating:
            halves = half_from_single(wide.astype(np.uint32))
            return _as_halves(halves) if self.out_precision == "FP16" else (int16_from_half(halves), 0)
        scaled = self.scaled(wide)
        converted = saturate(shift_right(scaled, self.shift), CONVERTED_BITS)
        if self.out_precision == "FP16":
            return _as_halves(half_from_integer(converted))
        kind = np.dtype(OUT_TYPES[self.out_precision])
        flags = saturation_flags(scaled, self.shift, CONVERTED_BITS, margin=self.margin)
        return saturate(converted, 8 * kind.itemsize).astype(kind), int(np.count_nonzero(flags))


def _as_halves(codes: Halves) -> tuple[Halves, int]:
    """FP16 codes: the largest numbers count as saturated, whether they were or not."""
    largest = (codes & ~np.uint16(HALF_SIGN)) == HALF_LARGEST
    return codes, int(np.count_nonzero(largest))
