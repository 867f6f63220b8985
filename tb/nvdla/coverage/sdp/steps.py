"""What numbers meet on their way through SDP's operators: pairs of what is looked at and a class that was there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.numbers.rounding import shift_left_saturate
from models.nvdla.numbers.formats import FP32
from models.nvdla.sdp.operators.operands import (
    PATH_BITS,
    SHIFT_MASK,
    Operand,
    OperandConvertor,
    OperandPair,
    narrow_operand,
    wide_operand,
)
from models.nvdla.sdp.operators.operators import (
    MAX,
    MIN,
    SUM,
    combine_floats,
    combine_integers,
    rectify,
    registers_of,
    work,
)
from models.nvdla.sdp.operators.settings import EQUAL, OperatorSettings, XSettings, YSettings
from tb.nvdla.coverage.numbers.outcomes import compared, limited, rounded, there
from tb.nvdla.coverage.numbers.values import value_classes

Seen = Iterator[tuple[str, str]]
X_BITS, Y_BITS = 16, 32
"""Of an operand in a register."""
IN_REGISTER = "in a register"
FOUND = ("equal", "one differs", "several differ", "all differ")
"""What a comparison of whole cubes finds."""


@dataclass(frozen=True, slots=True)
class Passing:
    """Numbers that come to an operator, those of which all is known.

    Attributes:
        values: int64: integers of 32 bits, or FP32 codes.
        operands: what stands in memory for each of them.
        operand_format: name of the number format there.
        floating: values are FP32 codes.
        nan_to_zero: NaN among FP16 operands become +0.
    """

    values: Wide
    operands: OperandPair
    operand_format: str
    floating: bool
    nan_to_zero: bool


def steps_of(passing: Passing, operator: OperatorSettings) -> Seen:
    """What numbers meet in an operator that is not bypassed, in Y before they are looked up."""
    if isinstance(operator, XSettings):
        yield from _steps_of_x(passing, operator)
    if isinstance(operator, YSettings):
        yield from _steps_of_y(passing, operator)


def _steps_of_x(passing: Passing, operator: XSettings) -> Seen:
    summand, factor = registers_of(operator)
    values, floating, flushed = passing.values, passing.floating, passing.nan_to_zero
    if not operator.alu_bypass:
        yield from _operand(passing, "ALU", summand, passing.operands.alu, X_BITS)
        operands = narrow_operand(summand, passing.operands.alu, floating, flushed)
        if not floating:
            yield from _each("operand shifted", limited(operands << min(operator.alu_shift, PATH_BITS), PATH_BITS))
            operands = shift_left_saturate(operands, operator.alu_shift, PATH_BITS)
        yield from _alu(operator.alu_algo, values, operands, floating)
        values = (combine_floats if floating else combine_integers)(operator.alu_algo, values, operands)
    factors = None
    if not operator.mul_bypass:
        yield from _operand(passing, "MUL", factor, passing.operands.mul, X_BITS)
        factors = narrow_operand(factor, passing.operands.mul, floating, flushed)
    yield from _multiplied(values, factors, operator.prelu, operator.shift & SHIFT_MASK, floating)
    if not operator.relu_bypass:
        before = _worked(passing, replace(operator, relu_bypass=True))
        cut = rectify(before, floating=floating) != before
        yield from _each("ReLU", there(passes=~cut, cuts=cut))


def _steps_of_y(passing: Passing, operator: YSettings) -> Seen:
    summand, factor = registers_of(operator)
    values, floating, flushed = passing.values, passing.floating, passing.nan_to_zero
    mul, alu = (factor, operator.mul_convertor), (summand, operator.alu_convertor)
    if not operator.mul_bypass:
        yield from _operand(passing, "MUL", mul[0], passing.operands.mul, Y_BITS)
        yield from _converted(passing, "MUL", *mul, passing.operands.mul)
        factors = wide_operand(mul[0], passing.operands.mul, mul[1], floating, flushed)
        yield from _multiplied(values, factors, operator.prelu, operator.truncate, floating)
        values = _worked(passing, replace(operator, alu_bypass=True))
    if not operator.alu_bypass:
        yield from _operand(passing, "ALU", alu[0], passing.operands.alu, Y_BITS)
        yield from _converted(passing, "ALU", *alu, passing.operands.alu)
        operands = wide_operand(alu[0], passing.operands.alu, alu[1], floating, flushed)
        yield from _alu(operator.alu_algo, values, operands, floating)


def classes_of(values: Wide, *, floating: bool) -> list[str]:
    """The classes of numbers between operators."""
    codes = values.astype(np.uint32) if floating else values.astype(np.int32)
    return value_classes(codes, "FP32" if floating else "INT32")


def _each(what: str, labels: Iterable[str]) -> Seen:
    return ((what, label) for label in labels)


def _operand(passing: Passing, part: str, register: int | None, memory: Operand | None, bits: int) -> Seen:
    """Classes of operands, by their format and where they are."""
    name, where = passing.operand_format, ""
    if register is None:
        assert memory is not None
        classes = value_classes(np.ascontiguousarray(memory), name)
    else:
        name, where = f"FP{bits}" if passing.floating else f"INT{bits}", f" {IN_REGISTER}"
        classes = value_classes(np.array([register & (1 << bits) - 1], f"u{bits // 8}"), name)
    yield from _each(f"{part} operand", (f"{name}{where} {label}" for label in classes))


def _alu(algorithm: str, values: Wide, operands: Wide, floating: bool) -> Seen:
    if algorithm in (MAX, MIN):
        what = "value at a maximum" if algorithm == MAX else "value at a minimum"
        yield from _each(what, compared(values, operands, floating=floating))
    elif algorithm == SUM and not floating:
        yield from _each("sum", limited(values + operands, PATH_BITS))
    elif algorithm == EQUAL:
        yield from _each("comparison", _found(np.broadcast_to(values != operands, values.shape)))


def _found(unequal: Flags) -> Iterator[str]:
    """Which of `FOUND`."""
    count = int(np.count_nonzero(unequal))
    yield FOUND[3] if count == unequal.size else FOUND[min(count, 2)]


def _multiplied(values: Wide, factors: Wide | None, prelu: bool, shift: int, floating: bool) -> Seen:
    """PReLU, and what is shifted out of integers."""
    chosen = np.ones(values.shape, np.bool_)
    if prelu and factors is not None:
        chosen = values & FP32.sign != 0 if floating else values < 0
        yield from _each("PReLU", there(passes=~chosen, multiplies=chosen))
    if not floating:
        products = values if factors is None else values * factors
        yield from _each("shifted", rounded(products[chosen], shift, PATH_BITS))


def _converted(
    passing: Passing, part: str, register: int | None, convertor: OperandConvertor, memory: Operand | None
) -> Seen:
    """What Y's convertor of integer operands from memory makes of them."""
    if register is None and memory is not None and not passing.floating and not convertor.bypass:
        products = (memory.astype(np.int64) - convertor.offset) * convertor.scale
        yield from _each(f"{part} operand converted", rounded(products, convertor.shift & SHIFT_MASK, PATH_BITS))


def _worked(passing: Passing, operator: OperatorSettings) -> Wide:
    return work(operator, passing.values, passing.operands, floating=passing.floating, nan_to_zero=passing.nan_to_zero)
