"""sPorD: pooling and depthwise convolution of 8-bit elements (docs/sophgo/README.md, 'Pooling words')."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import Wide, shift_saturate, wrap
from models.sophgo.operations.operand import (
    MOST_PRODUCTS,
    MemberError,
    compact_operand,
    constant,
    dtype_of,
    local_operand,
    need_computable,
    need_rounding,
    shape_of,
    size_of,
)
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.operations.tiu.windows import Window
from models.sophgo.words.word import Word

BIAS_TYPE = np.dtype(np.int32)


class Pooling(Operation):
    """The largest of the elements under a window."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        self.window = Window.of(word)
        self._shape = shape_of(word)
        shape = self._shape._replace(h=size_of(word, "opd0_h"), w=size_of(word, "opd0_w"))
        self._type = dtype_of(word, "opd0_prec", signed=word["opd0_sign"])
        if self._type.itemsize > 1:
            raise MemberError("opd0_prec", word["opd0_prec"], "0 is executed (8 bits)")
        self._result = self._result_type()
        self.window.need_within(shape, self._shape)
        need_computable("the window", self._shape.elements * prod(self.window.kernel), MOST_PRODUCTS)
        self.inputs = (local_operand(config, "opd0", word["opd0_addr"], shape, self._type),)
        self.outputs = (local_operand(config, "res0", word["res0_addr"], self._shape, self._result),)

    def _result_type(self) -> np.dtype[Any]:
        if self.word["res0_prec"] != self.word["opd0_prec"]:
            raise MemberError("res0_prec", self.word["res0_prec"], "operand and result have one type")
        return self._type

    def _pad_value(self) -> int:
        """What stands around the input."""
        if not self.word["opd3_const"]:
            raise MemberError("opd3_const", 0, "what stands around the input is constant")
        return int(constant(self.word, "opd3", self._type)[0, 0, 0, 0])

    def compute(self, *values: Values) -> Sequence[Values]:
        """The results."""
        whole = self.window.padded(values[0].astype(np.int64), self._pad_value())
        return [self._joined(np.maximum, whole).astype(self._result)]

    def _joined(self, join: Callable[[Wide, Wide], Wide], whole: Wide) -> Wide:
        """What is under all places of the kernel, made one of by a function of two."""
        return reduce(join, (under for _, _, under in self.window.under(whole, self._shape)))


class AveragePooling(Pooling):
    """The sum of the elements under a window, scaled."""

    def _result_type(self) -> np.dtype[Any]:
        need_rounding(self.word)
        return dtype_of(self.word, "res0_prec", signed=self.word["opd0_sign"])

    def compute(self, *values: Values) -> Sequence[Values]:
        """The results."""
        word = self.word
        whole = self.window.padded(values[0].astype(np.int64), self._pad_value())
        total = self._joined(np.add, whole) * (word["opd1_addr"] & 0xFF)
        return [shift_saturate(total, -(word["opd2_addr"] & 0xFF), word["opd2_n_str"], self._result)]


class Depthwise(Pooling):
    """Each channel with a kernel of its own, a bias, a shift to the right; with ReLU none is negative."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        channels = self._shape.c
        if not word["opd1_const"]:
            kernel = Shape(1, channels, *self.window.kernel)
            self.inputs += (compact_operand(config, "opd1", word["opd1_addr"], kernel, self._kernel_type),)
        if not word["opd2_const"]:
            bias = Shape(1, channels, 1, 1)
            self.inputs += (compact_operand(config, "opd2", word["opd2_addr"], bias, BIAS_TYPE),)

    @property
    def _kernel_type(self) -> np.dtype[Any]:
        return np.dtype("i1" if self.word["opd1_sign"] else "u1")

    @property
    def _relu(self) -> bool:
        return self.word.function == "depthwise_relu"

    def _result_type(self) -> np.dtype[Any]:
        word = self.word
        need_rounding(word)
        signed = 0 if self._relu else word["opd0_sign"] | word["opd1_sign"] | word["opd2_sign"]
        return dtype_of(word, "res0_prec", signed=signed)

    def _sums(self, data: Values, kernel: Wide) -> Wide:
        whole = self.window.padded(data.astype(np.int64), self._pad_value())
        if self.word["kernel_rotate"]:
            kernel = kernel[:, :, ::-1, ::-1]
        total = np.zeros(self._shape, np.int64)
        for line, column, under in self.window.under(whole, self._shape):
            total += under * kernel[:, :, line : line + 1, column : column + 1]
        return total

    def compute(self, *values: Values) -> Sequence[Values]:
        """The results."""
        word, (data, *given) = self.word, values
        whole = (1, self._shape.c, *self.window.kernel)
        kernel = constant(word, "opd1", self._kernel_type) if word["opd1_const"] else given.pop(0)
        bias = constant(word, "opd2", BIAS_TYPE) if word["opd2_const"] else given.pop(0)
        total = self._sums(data, np.broadcast_to(kernel.astype(np.int64), whole)) + bias.astype(np.int64)
        signed = word["opd0_sign"] | word["opd1_sign"] | word["opd2_sign"]
        total = wrap(total, np.dtype(np.int32 if signed else np.uint32)).astype(np.int64)
        if self._relu:
            total = np.maximum(total, 0)
        return [shift_saturate(total, -(word["res1_addr"] >> 8 & 0xFF), word["opd2_n_str"], self._result)]
