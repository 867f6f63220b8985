"""sRQ: requantisation (docs/sophgo/README.md, 'Requantisation words')."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import saturate, shift
from models.sophgo.operations.operand import MemberError, dtype_of, local_operand, need_rounding, shape_of
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.word import Word

PARAMETERS = 3
"""Of each channel, where channels have their own: multiplier, shift, zero point."""


class Requantisation(Operation):
    """Elements times a multiplier, shifted and rounded, plus a zero point, saturated."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        shape = shape_of(word)
        data = dtype_of(word, "opd0_prec", signed=word["opd0_sign"])
        if data.itemsize == 1:
            raise MemberError("opd0_prec", word["opd0_prec"], "3 and 4 are executed (16 and 32 bits)")
        if data.itemsize == 4:
            data = np.dtype(np.int32)  # whatever the sign says
        self._result = dtype_of(word, "res0_prec", signed=word["opd2_sign"])
        if self._result.itemsize == 4:
            raise MemberError("res0_prec", word["res0_prec"], "0 and 3 are executed (8 and 16 bits)")
        need_rounding(word)
        self.inputs = (local_operand(config, "opd0", word["opd0_addr"], shape, data),)
        self.outputs = (local_operand(config, "res0", word["res0_addr"], shape, self._result),)
        if not word["opd1_const"]:
            each = Shape(1, shape.c, 1, PARAMETERS)
            self.inputs += (local_operand(config, "opd1", word["opd1_addr"], each, np.dtype(np.int32)),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The results."""
        word, (data, *each) = self.word, values
        zero_type: np.dtype[Any] = np.dtype("i2" if word["opd2_sign"] else "u2")
        types: tuple[np.dtype[Any], ...] = np.dtype("i4"), np.dtype("i1"), zero_type
        if each:
            parts = [each[0][..., index : index + 1] for index in range(PARAMETERS)]
        else:
            numbers = word["opd1_addr"], word["opd2_addr"], word["opd2_addr"] >> 16
            parts = [np.array(number).reshape(1, 1, 1, 1) for number in numbers]
        multiplier, by, zero = (part.astype(dtype).astype(np.int64) for part, dtype in zip(parts, types, strict=True))
        total = shift(data.astype(np.int64) * multiplier, by, word["opd2_n_str"])
        return [saturate(total + zero, self._result)]
