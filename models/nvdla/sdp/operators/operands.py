"""Operands of SDP's operators, from registers and from memory (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.numbers.bits import Wide
from models.numbers.rounding import shift_saturate
from models.nvdla.codec.forms import FLAG, SIGNED
from models.nvdla.codec.items import held
from models.nvdla.numbers.floats import Halves, half_nan_to_zero, single_from_half

PATH_BITS = 32
"""Of what goes from operator to operator."""
SHIFT_MASK = 63
"""Of the shifts that are taken from wider fields."""
SINGLE_MASK, HALF_MASK = 0xFFFF_FFFF, 0xFFFF
Operand = NDArray[Any]
"""What is read from memory and broadcasts to the values: signed integers, or FP16 codes as uint16."""


@dataclass(frozen=True, slots=True)
class OperandPair:
    """What an operator reads from memory; None where it reads nothing.

    Attributes:
        alu: operands of its ALU.
        mul: operands of its multiplication.
    """

    alu: Operand | None = None
    mul: Operand | None = None


NOTHING_READ = OperandPair()


@dataclass(frozen=True, slots=True, kw_only=True)
class OperandConvertor:
    """What Y makes of integer operands from memory: (x - offset) * scale, shifted right, saturated to 32 bits.

    Attributes:
        bypass: operands are only sign-extended.
        offset: 32 bits signed; `scale` 16 bits signed, `shift` 6 bits.
    """

    bypass: bool = field(default=True, metadata=held("SDP.D_DP_{half}_CFG.{half}_CVT_BYPASS", form=FLAG))
    offset: int = field(default=0, metadata=held("SDP.D_DP_{half}_CVT_OFFSET_VALUE.{half}_CVT_OFFSET", form=SIGNED))
    scale: int = field(default=1, metadata=held("SDP.D_DP_{half}_CVT_SCALE_VALUE.{half}_CVT_SCALE", form=SIGNED))
    shift: int = field(default=0, metadata=held("SDP.D_DP_{half}_CVT_TRUNCATE_VALUE.{half}_CVT_TRUNCATE"))

    def apply(self, values: Wide) -> Wide:
        """The operands as Y takes them."""
        if self.bypass:
            return values
        return shift_saturate((values - self.offset) * self.scale, self.shift & SHIFT_MASK, PATH_BITS)


def _read(memory: Operand | None) -> Operand:
    if memory is None:
        raise ValueError("an operand comes from memory: pass what is read")
    return memory


def narrow_operand(register: int | None, memory: Operand | None, floating: bool, nan_to_zero: bool) -> Wide:
    """Operands of X: 16 bits from wherever they come."""
    if floating:
        codes = _read(memory) if register is None else np.array([register & HALF_MASK], np.uint16)
        return _singles(codes, nan_to_zero)
    return _read(memory).astype(np.int64) if register is None else np.array([register], np.int64)


def wide_operand(
    register: int | None, memory: Operand | None, convertor: OperandConvertor, floating: bool, nan_to_zero: bool
) -> Wide:
    """Operands of Y: 32 bits from a register as they are, 16 bits from memory converted."""
    if register is not None:
        return np.array([register & SINGLE_MASK if floating else register], np.int64)
    if floating:
        return _singles(_read(memory), nan_to_zero)
    return convertor.apply(_read(memory).astype(np.int64))


def _singles(codes: Halves, nan_to_zero: bool) -> Wide:
    return single_from_half(half_nan_to_zero(codes) if nan_to_zero else codes).astype(np.int64)
