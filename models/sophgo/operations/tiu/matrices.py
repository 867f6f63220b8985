"""sMM: products of matrices with 8-bit elements (docs/sophgo/README.md, 'Matrix words')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.matrices import matrix_elements
from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import Rounding, shift_saturate
from models.sophgo.operations.operand import (
    MOST_PRODUCTS,
    MemberError,
    constant,
    dtype_of,
    local_operand,
    need_computable,
    size_of,
)
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.word import Word

BIAS_BYTES = 2


class MatrixProduct(Operation):
    """Left times right, with a bias, shifted to the right and saturated; with ReLU none is negative."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        rows, channels, width, last = (size_of(word, name) for name in ("opd0_n", "opd0_c", "opd0_w", "opd1_w"))
        columns = Shape(1, size_of(word, "res0_c"), 1, size_of(word, "res0_w"))
        left = local_operand(config, "opd0", word["opd0_addr"], Shape(rows, channels, 1, width), self._type("opd0"))
        elements = matrix_elements(left.addresses, (channels - 1) * width + last)
        self._left_shape = elements.shape
        results, inner = elements.shape[::-1] if word["left_tran"] else elements.shape
        need_computable("the product", results * inner * columns.elements, MOST_PRODUCTS)
        self._right_shape = (inner, columns.c * columns.w)
        right = local_operand(config, "opd1", word["opd1_addr"], columns._replace(n=inner), self._type("opd1"))
        self._result = self._result_type()
        result = local_operand(config, "res0", word["res0_addr"], columns._replace(n=results), self._result)
        self.outputs = (result,)
        inputs = [right]
        if not word["opd0_const"]:
            inputs.insert(0, replace(left, addresses=elements))
        if not word["opd2_const"]:
            inputs.append(local_operand(config, "opd2", word["opd2_addr"], columns, self._bias_type))
        if word["res_add"]:
            held = "i" if word["opd0_sign"] | word["opd1_sign"] | word["opd2_sign"] else "u"
            inputs.append(replace(result, dtype=np.dtype(f"{held}{self._result.itemsize}")))
        self.inputs = tuple(inputs)

    def _type(self, name: str) -> np.dtype[Any]:
        dtype = dtype_of(self.word, "opd0_prec", signed=self.word[f"{name}_sign"])
        if dtype.itemsize > 1:
            raise MemberError("opd0_prec", self.word["opd0_prec"], "0 is executed (8 bits)")
        return dtype

    def _result_type(self) -> np.dtype[Any]:
        """The type of the result: without ReLU as signed as one of the operands."""
        word = self.word
        signed = 0 if self._relu else word["opd0_sign"] | word["opd1_sign"] | word["opd2_sign"]
        dtype = dtype_of(word, "res0_prec", signed=signed)
        if dtype.itemsize > 2:
            raise MemberError("res0_prec", word["res0_prec"], "0 and 3 are executed (8 and 16 bits)")
        if word["res_add"] and dtype.itemsize == 1:
            raise MemberError("res_add", 1, "results that are added to have 16 bits")
        return dtype

    @property
    def _relu(self) -> bool:
        return self.word.function == "requantised_relu"

    @property
    def _bias_type(self) -> np.dtype[Any]:
        return np.dtype(f"{'i' if self.word['opd2_sign'] else 'u'}{BIAS_BYTES}")

    def compute(self, *values: Values) -> Sequence[Values]:
        """The product."""
        word, given = self.word, list(values)
        left = (
            np.broadcast_to(constant(word, "opd0", self._type("opd0"))[0, 0], self._left_shape)
            if word["opd0_const"]
            else given.pop(0)
        )
        if word["left_tran"]:
            left = left.T
        right = given.pop(0).reshape(self._right_shape)
        bias = constant(word, "opd2", self._bias_type) if word["opd2_const"] else given.pop(0)
        shape = self.outputs[0].addresses.shape
        product = (left.astype(np.float64) @ right.astype(np.float64)).astype(np.int64).reshape(shape)
        total = product + bias.astype(np.int64)
        if given:
            total += given.pop(0).astype(np.int64) << (word["opd3_addr"] & 0xFF)
        if self._relu:
            total = np.maximum(total, 0)
        return [shift_saturate(total, -(word["opd3_addr"] >> 8 & 0xFF), Rounding.HALF_UP, self._result)]
