"""What SDP's operators X1, X2 and Y make of whole arrays (docs/nvdla/post_processing.md, 'SDP X1 and X2', 'SDP Y').

All values are int64: integers of 32 bits, or FP32 codes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from models.numbers.bits import Wide
from models.numbers.rounding import saturate, shift_left_saturate, shift_saturate
from models.nvdla.numbers.formats import FP32
from models.nvdla.sdp.operators.operands import (
    NOTHING_READ,
    PATH_BITS,
    SHIFT_MASK,
    OperandPair,
    narrow_operand,
    wide_operand,
)
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, OperatorSettings, XSettings, YSettings

MAX, MIN, SUM = "MAX", "MIN", "SUM"
Moment = tuple[str, Wide]
"""What has happened to values, and what they are now."""


def work(
    operator: OperatorSettings,
    values: Wide,
    operands: OperandPair = NOTHING_READ,
    *,
    floating: bool,
    nan_to_zero: bool = False,
) -> Wide:
    """The values as they leave an operator, Y before it looks them up: integers of 32 bits or FP32 codes.

    Args:
        operator: how it is set.
        values: those that come.
        operands: what it reads from memory.
        floating: values are FP32 codes.
        nan_to_zero: NaN among FP16 operands become +0.
    """
    found = deque(steps(operator, values, operands, floating=floating, nan_to_zero=nan_to_zero), maxlen=1)
    return found[0][1] if found else values


def steps(
    operator: OperatorSettings, values: Wide, operands: OperandPair, *, floating: bool, nan_to_zero: bool
) -> Iterator[Moment]:
    """What it does, one after the other: operands, and what comes of them; the last one is its result."""
    if operator.bypass:
        return
    if isinstance(operator, XSettings):
        yield from _steps_of_x(operator, values, operands, floating=floating, nan_to_zero=nan_to_zero)
    if isinstance(operator, YSettings):
        yield from _steps_of_y(operator, values, operands, floating=floating, nan_to_zero=nan_to_zero)


def registers_of(operator: OperatorSettings) -> tuple[int | None, int | None]:
    """The operands of its ALU and of its multiplication in registers; None: they come from memory."""
    return (
        None if operator.alu_source == MEMORY else operator.alu_operand,
        None if operator.mul_source == MEMORY else operator.mul_operand,
    )


def _steps_of_x(
    x: XSettings, values: Wide, operands: OperandPair, *, floating: bool, nan_to_zero: bool
) -> Iterator[Moment]:
    summand, factor = registers_of(x)
    if x.alu:
        operand = narrow_operand(summand, operands.alu, floating, nan_to_zero)
        if not floating:
            operand = shift_left_saturate(operand, x.alu_shift, PATH_BITS)
        yield "operand of the ALU", operand
        combine = combine_floats if floating else combine_integers
        values = combine(x.alu_algo, values, operand)
        yield f"ALU {x.alu_algo}", values
    if x.mul:
        operand = narrow_operand(factor, operands.mul, floating, nan_to_zero)
        yield "factor", operand
        values = _multiply_in_x(x, values, operand, floating)
        yield "PReLU" if x.prelu else "multiplied", values
    elif not floating:
        values = _shift_in_x(x, values)
        yield "shifted", values
    if not x.relu_bypass:
        yield "ReLU", rectify(values, floating=floating)


def _multiply_in_x(x: XSettings, values: Wide, operands: Wide, floating: bool) -> Wide:
    if floating:
        product = FP32.multiply(values, operands)
        return np.where(values & FP32.sign, product, values) if x.prelu else product
    product = _shift_in_x(x, values * operands)
    # What passes loses the 33rd bit of a sum, without saturation.
    return np.where(values < 0, product, values.astype(np.int32)) if x.prelu else product


def _shift_in_x(x: XSettings, values: Wide) -> Wide:
    return shift_saturate(values, x.shift & SHIFT_MASK, PATH_BITS)


def _steps_of_y(
    y: YSettings, values: Wide, operands: OperandPair, *, floating: bool, nan_to_zero: bool
) -> Iterator[Moment]:
    summand, factor = registers_of(y)
    if y.mul:
        operand = wide_operand(factor, operands.mul, y.mul_convertor, floating, nan_to_zero)
        yield "factor", operand
        values = _multiply_in_y(y, values, operand, floating)
        yield "PReLU" if y.prelu else "multiplied", values
    if y.alu:
        operand = wide_operand(summand, operands.alu, y.alu_convertor, floating, nan_to_zero)
        yield "operand of the ALU", operand
        yield f"ALU {y.alu_algo}", _combine_in_y(y.alu_algo, values, operand, floating)


def _multiply_in_y(y: YSettings, values: Wide, operands: Wide, floating: bool) -> Wide:
    if floating:
        product = FP32.multiply(values, operands)
        negative = values & FP32.sign != 0
    else:
        product = shift_saturate(values * operands, y.truncate, PATH_BITS)
        negative = values < 0
    return np.where(negative, product, values) if y.prelu else product


def _combine_in_y(algorithm: str, values: Wide, operands: Wide, floating: bool) -> Wide:
    if floating:
        return combine_floats(algorithm, values, operands)
    if algorithm == EQUAL:
        return compare(values, operands)
    return saturate(combine_integers(algorithm, values, operands), PATH_BITS)


def combine_integers(algorithm: str, values: Wide, operands: Wide) -> Wide:
    """Integers with operands; what is no algorithm but EQL's number in X1 and X2 adds."""
    if algorithm == MAX:
        return np.maximum(values, operands)
    if algorithm == MIN:
        return np.minimum(values, operands)
    return values + operands


def combine_floats(algorithm: str, values: Wide, operands: Wide) -> Wide:
    """FP32 codes with operands; what is neither maximum, minimum nor sum compares."""
    if algorithm == SUM:
        return FP32.add(values, operands)
    values, operands = np.broadcast_arrays(values, operands)
    if algorithm == MAX:
        return FP32.maximum(values, operands)
    if algorithm == MIN:
        return FP32.minimum(values, operands)
    return compare(values, operands)


def compare(values: Wide, operands: Wide) -> Wide:
    """The integer 1 where codes or integers differ, else 0."""
    differ: Wide = np.where(values != operands, 1, 0)
    return differ


def rectify(values: Wide, *, floating: bool) -> Wide:
    """ReLU: what is negative becomes 0, but NaN pass."""
    if not floating:
        return np.maximum(values, 0)
    passes = (values & FP32.sign == 0) | FP32.is_nan(values)
    rectified: Wide = np.where(passes, values, 0)
    return rectified
