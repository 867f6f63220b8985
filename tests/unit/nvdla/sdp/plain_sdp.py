"""SDP's operators by Python's integers, one value at a time, as the documents describe them."""

import numpy as np

from models.nvdla.numbers.floats import single_from_half
from models.nvdla.numbers.formats import FP32
from tests.unit.nvdla.conv.plain import clamp, round_shift
from tests.unit.nvdla.conv.test_sums import plain_sum
from tests.unit.nvdla.sdp.plain_floats import is_nan, plain_extreme, plain_product


def widen(code, nan_to_zero=False):
    """An FP16 operand as FP32."""
    if nan_to_zero and code & 0x7FFF > 0x7C00:
        return 0
    return int(single_from_half(np.array([code], np.uint16))[0])


def plain_alu(algo, x, operand, floating):
    if floating:
        if algo in ("MAX", "MIN"):
            return plain_extreme(x, operand, FP32, algo == "MAX")
        return plain_sum(x, operand, FP32) if algo == "SUM" else int(x != operand)
    return {"MAX": max, "MIN": min}.get(algo, lambda a, b: a + b)(x, operand)


def plain_x(x, operator, operands, floating, nan_to_zero):
    """X1 or X2 with 16-bit operands for ALU and multiplication."""
    alu, mul = operands
    if floating:
        if not operator.alu_bypass:
            x = plain_alu(operator.alu_algo, x, widen(alu, nan_to_zero), True)
        if not operator.mul_bypass and (x >> 31 or not operator.prelu):
            x = plain_product(x, widen(mul, nan_to_zero), FP32)
        return x if operator.relu_bypass or is_nan(x, FP32) or not x >> 31 else 0
    if not operator.alu_bypass:
        x = plain_alu(operator.alu_algo, x, clamp(alu << operator.alu_shift, 32), False)
    if operator.prelu and not operator.mul_bypass and x >= 0:
        x = (x + 2**31) % 2**32 - 2**31
    else:
        x = clamp(round_shift(x if operator.mul_bypass else x * mul, operator.shift % 64), 32)
    return x if operator.relu_bypass else max(x, 0)


def plain_operand(x, register, convertor, floating, nan_to_zero):
    """What Y takes for an operand from memory, or from a register."""
    if register is not None:
        return register & 0xFFFF_FFFF if floating else register
    if floating:
        return widen(x, nan_to_zero)
    return x if convertor.bypass else clamp(round_shift((x - convertor.offset) * convertor.scale, convertor.shift), 32)


def plain_y(x, operator, alu, mul, floating):
    """Y without its table; operands have 32 bits."""
    if not operator.mul_bypass and (not operator.prelu or (x >> 31 if floating else x < 0)):
        x = plain_product(x, mul, FP32) if floating else clamp(round_shift(x * mul, operator.truncate), 32)
    if operator.alu_bypass:
        return x
    if operator.alu_algo == "EQL":
        return int(x != alu)
    x = plain_alu(operator.alu_algo, x, alu, floating)
    return x if floating else clamp(x, 32)
