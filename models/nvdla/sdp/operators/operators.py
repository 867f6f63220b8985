"""SDP's operators X1, X2 and Y on whole arrays (docs/nvdla/post_processing.md).

All values are int64: integers of 32 bits, or FP32 codes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.lut.counts import LutCounts
from models.nvdla.lut.value import look_up
from models.nvdla.numbers.bits import Wide
from models.nvdla.numbers.formats import FP32
from models.nvdla.numbers.rounding import saturate, shift_left_saturate, shift_saturate
from models.nvdla.sdp.operators.alu import (
    EQL,
    PATH_BITS,
    SHIFT_MASK,
    SUM,
    combine_floats,
    combine_integers,
    compare,
    rectify,
)
from models.nvdla.sdp.operators.operands import (
    NOTHING_READ,
    SIGN_EXTENDED,
    OperandConvertor,
    OperandPair,
    narrow_operand,
    wide_operand,
)

Moment = tuple[str, Wide]
"""What has happened to values, and what they are now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class XOperator:
    """X1 or X2: ALU, multiplication, shift, ReLU.

    Attributes:
        bypass: data pass it unchanged.
        alu_bypass: its ALU is left out.
        alu_algo: what its ALU does: MAX, MIN, SUM; another name stands for code 3.
        alu_operand: from a register: 16 bits, signed, or an FP16 code; None for operands from memory.
        alu_shift: bits that an integer operand of the ALU is shifted left.
        mul_bypass: its multiplication is left out; the shift behind it is not.
        mul_operand: as that of the ALU.
        mul_shift: bits of the right shift behind the multiplication, of which the low 6 bits count; integers only.
        prelu: only what is below zero is multiplied; with integers the rest is not shifted either.
        relu_bypass: its ReLU is left out.
    """

    bypass: bool = True
    alu_bypass: bool = True
    alu_algo: str = SUM
    alu_operand: int | None = None
    alu_shift: int = 0
    mul_bypass: bool = True
    mul_operand: int | None = None
    mul_shift: int = 0
    prelu: bool = False
    relu_bypass: bool = True

    def apply(
        self, values: Wide, operands: OperandPair = NOTHING_READ, *, floating: bool, nan_to_zero: bool = False
    ) -> Wide:
        """The values as they leave, int64: integers of 32 bits or FP32 codes."""
        return _last(self.steps(values, operands, floating=floating, nan_to_zero=nan_to_zero), values)

    def steps(
        self, values: Wide, operands: OperandPair = NOTHING_READ, *, floating: bool, nan_to_zero: bool = False
    ) -> Iterator[Moment]:
        """What it does, one after the other: operands, and what comes of them; the last one is its result."""
        if self.bypass:
            return
        if not self.alu_bypass:
            operand = narrow_operand(self.alu_operand, operands.alu, floating, nan_to_zero)
            if not floating:
                operand = shift_left_saturate(operand, self.alu_shift, PATH_BITS)
            yield "operand of the ALU", operand
            combine = combine_floats if floating else combine_integers
            values = combine(self.alu_algo, values, operand)
            yield f"ALU {self.alu_algo}", values
        if not self.mul_bypass:
            operand = narrow_operand(self.mul_operand, operands.mul, floating, nan_to_zero)
            yield "factor", operand
            values = self._multiply(values, operand, floating)
            yield "PReLU" if self.prelu else "multiplied", values
        elif not floating:
            values = self._shift(values)
            yield "shifted", values
        if not self.relu_bypass:
            yield "ReLU", rectify(values, floating=floating)

    def _multiply(self, values: Wide, operands: Wide, floating: bool) -> Wide:
        if floating:
            product = FP32.multiply(values, operands)
            return np.where(values & FP32.sign, product, values) if self.prelu else product
        product = self._shift(values * operands)
        # What passes loses the 33rd bit of a sum, without saturation.
        return np.where(values < 0, product, values.astype(np.int32)) if self.prelu else product

    def _shift(self, values: Wide) -> Wide:
        return shift_saturate(values, self.mul_shift & SHIFT_MASK, PATH_BITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class YOperator:
    """Y: multiplication, shift, ALU, look-up table.

    Attributes:
        bypass: data pass it unchanged.
        mul_bypass: its multiplication is left out, and the shift behind it.
        mul_operand: from a register: 32 bits, signed, or an FP32 code; None for operands from memory.
        mul_convertor: for integer operands from memory.
        prelu: only what is below zero is multiplied and shifted.
        truncate: bits of the right shift behind the multiplication; integers only.
        alu_bypass: its ALU is left out.
        alu_algo: MAX, MIN, SUM or EQL.
        alu_operand: as that of the multiplication, and `alu_convertor`.
        lut: registers of the table's look-up, None where it is bypassed.
    """

    bypass: bool = True
    mul_bypass: bool = True
    mul_operand: int | None = None
    mul_convertor: OperandConvertor = SIGN_EXTENDED
    prelu: bool = False
    truncate: int = 0
    alu_bypass: bool = True
    alu_algo: str = SUM
    alu_operand: int | None = None
    alu_convertor: OperandConvertor = SIGN_EXTENDED
    lut: LutConfig | None = None

    @property
    def compares(self) -> bool:
        """Whether the layer compares two cubes and writes nothing."""
        return not self.bypass and not self.alu_bypass and self.alu_algo == EQL

    def apply(
        self,
        values: Wide,
        operands: OperandPair = NOTHING_READ,
        tables: Tables | None = None,
        *,
        floating: bool,
        nan_to_zero: bool = False,
    ) -> tuple[Wide, LutCounts | None]:
        """The values as they leave, as `XOperator.apply` gives them, and what the table has counted."""
        values = _last(self.steps(values, operands, floating=floating, nan_to_zero=nan_to_zero), values)
        if self.bypass or self.lut is None:
            return values, None
        if tables is None:
            raise ValueError("Y looks values up: pass the tables")
        found = look_up(values, self.lut, tables, floating=floating)
        return found.values, found.counts

    def steps(
        self, values: Wide, operands: OperandPair = NOTHING_READ, *, floating: bool, nan_to_zero: bool = False
    ) -> Iterator[Moment]:
        """What it does before the table, as `XOperator.steps`."""
        if self.bypass:
            return
        if not self.mul_bypass:
            operand = wide_operand(self.mul_operand, operands.mul, self.mul_convertor, floating, nan_to_zero)
            yield "factor", operand
            values = self._multiply(values, operand, floating)
            yield "PReLU" if self.prelu else "multiplied", values
        if not self.alu_bypass:
            operand = wide_operand(self.alu_operand, operands.alu, self.alu_convertor, floating, nan_to_zero)
            yield "operand of the ALU", operand
            yield f"ALU {self.alu_algo}", self._combine(values, operand, floating)

    def _multiply(self, values: Wide, operands: Wide, floating: bool) -> Wide:
        if floating:
            product = FP32.multiply(values, operands)
            negative = values & FP32.sign != 0
        else:
            product = shift_saturate(values * operands, self.truncate, PATH_BITS)
            negative = values < 0
        return np.where(negative, product, values) if self.prelu else product

    def _combine(self, values: Wide, operands: Wide, floating: bool) -> Wide:
        if floating:
            return combine_floats(self.alu_algo, values, operands)
        if self.alu_algo == EQL:
            return compare(values, operands)
        return saturate(combine_integers(self.alu_algo, values, operands), PATH_BITS)


def _last(steps: Iterator[Moment], values: Wide) -> Wide:
    """What values are at the end."""
    found = deque(steps, maxlen=1)
    return found[0][1] if found else values
