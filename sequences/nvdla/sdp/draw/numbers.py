"""Numbers in SDP's registers: operands, shifts and convertors that leave something to be seen."""

from __future__ import annotations

from math import log2

import numpy as np

from models.nvdla.sdp.operators.operands import OperandConvertor
from sequences.draw import chance
from sequences.nvdla.conv.draw.numbers import VALUE_BITS
from sequences.nvdla.tensors.elements.values import draw_class, draw_values

SPECIAL = "special"
"""The class of NaN, infinities and zeros."""
PATH_BITS = 31
"""Bits of magnitude of what passes from one operator to the next."""
FAR_SHIFT = 40
"""Bits of a shift that nothing is left behind."""


def draw_sdp_class(rng: np.random.Generator, precision: str, specials: float) -> str:
    """A class of inputs or operands; of FP16 the special one as often as is said: here each element is by itself."""
    return SPECIAL if precision == "FP16" and chance(rng, specials) else draw_class(rng, precision)


def class_bits(name: str | None, precision: str) -> float:
    """Binary logarithm of the usual magnitude of a class of integers; of floating-point numbers 0."""
    if precision == "FP16":
        return 0.0
    name = name or "full"
    return 1.5 if name == "small" else (7 if precision == "INT8" else 15) + VALUE_BITS[name]


def register_operand(rng: np.random.Generator, precision: str, *, wide: bool) -> int:
    """An operand from a register: 16 bits, of Y 32; floating-point ones as codes taken for signed numbers."""
    if precision != "FP16":
        if wide and chance(rng, 0.4):
            magnitude = int(rng.integers(0, 1 << int(rng.integers(16, 32))))
            return -magnitude if chance(rng, 0.5) else magnitude
        (number,) = draw_values(rng, draw_class(rng, "INT16"), "INT16", (1,))
        return int(number)
    if wide and chance(rng, 0.2):
        return int(rng.integers(-(1 << 31), 1 << 31))
    (half,) = draw_values(rng, draw_class(rng, "FP16"), "FP16", (1,))  # of the special class always a NaN
    if not wide:
        return int(half.view(np.int16))
    with np.errstate(invalid="ignore"):
        return int(half.astype(np.float32).view(np.int32))


def bits_of(number: int) -> float:
    """Binary logarithm of a magnitude."""
    return log2(abs(number)) if number else 0.0


def right_shift(rng: np.random.Generator, bits: float, most: int, anything: float) -> int:
    """A shift behind a multiplication: mostly one that leaves 3 to 31 bits and a few more, sometimes any."""
    if chance(rng, anything):
        return int(rng.integers(0, most + 1))
    left = int(rng.integers(3, PATH_BITS + 4))
    return int(np.clip(bits - left, 0, min(most, FAR_SHIFT)))


def operand_convertor(rng: np.random.Generator, precision: str, anything: float) -> OperandConvertor:
    """A convertor of Y's operands; floating-point ones must not be told to bypass theirs, which ignores them."""
    if precision != "FP16" and chance(rng, 0.4):
        return OperandConvertor()
    if chance(rng, anything):
        offset = int(rng.integers(-(1 << 31), 1 << 31))
        return OperandConvertor(bypass=False, offset=offset, scale=_scale(rng), shift=int(rng.integers(0, 64)))
    scale = _scale(rng)
    shift = int(np.clip(bits_of(scale) + rng.integers(-4, 5), 0, 63))
    return OperandConvertor(bypass=False, offset=int(rng.integers(-200, 201)), scale=scale, shift=shift)


def _scale(rng: np.random.Generator) -> int:
    """Any number of 16 bits, of any magnitude."""
    magnitude = int(rng.integers(1, 1 << int(rng.integers(1, 16))))
    return -magnitude if chance(rng, 0.5) else magnitude
