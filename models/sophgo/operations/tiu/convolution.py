"""sCONV: convolution of 8-bit elements (docs/sophgo/README.md, 'Convolution words')."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from models.sophgo.layouts.kernels import kernel_addresses, kernel_strides
from models.sophgo.layouts.lanes import place_of, rows_of
from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import Rounding, Wide, shift_saturate, wrap
from models.sophgo.operations.operand import (
    MOST_PRODUCTS,
    MemberError,
    Operand,
    Span,
    chosen_operand,
    compact_operand,
    constant,
    dtype_of,
    local_operand,
    need_computable,
    shape_of,
    size_of,
)
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.operations.tiu.windows import Window
from models.sophgo.words.word import Word

BIAS_BYTES = 2


class Convolution(Operation):
    """A convolution; what becomes of its sums is up to the functions below."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        self.window = Window.of(word)
        self._shape = shape_of(word)
        self._result = self._result_type()
        sides = (size_of(word, f"opd0_{side}") for side in "chw")
        data = chosen_operand(config, word, "opd0", Shape(self._shape.n, *sides), self._type("opd0"))
        self.window.need_within(Shape(*data.addresses.shape), self._shape)
        need_computable(
            "the window", self._shape.elements * self._kernel_shape.elements // self._shape.c, MOST_PRODUCTS
        )
        self.outputs = (local_operand(config, "res0", word["res0_addr"], self._shape, self._result),)
        self.inputs = (data, *self._kernel(), *self._others())

    def _type(self, name: str) -> np.dtype[Any]:
        dtype = dtype_of(self.word, "opd0_prec", signed=self.word[f"{name}_sign"])
        if dtype.itemsize > 1:
            raise MemberError("opd0_prec", self.word["opd0_prec"], "0 is executed (8 bits)")
        return dtype

    @property
    def _kernel_shape(self) -> Shape:
        """Input channels, output channels, lines, columns."""
        return Shape(self.word["opd0_c"], self._shape.c, *self.window.kernel)

    def _kernel(self) -> tuple[Operand, ...]:
        """The kernel, if it is not constant."""
        word, dtype = self.word, self._type("opd1")
        if word["opd1_const"]:
            return ()
        config, address = self.config, word["opd1_addr"]
        shape = self._kernel_shape
        need_computable("opd1", shape.elements)
        rows = rows_of(config, place_of(config, address).lane, shape.c)
        span = Span(address, rows * kernel_strides(shape, config.kernel_bytes).c, config.eu_bytes)
        return (Operand("opd1", LOCAL, kernel_addresses(config, address, shape, 1), dtype, span),)

    def _result_type(self) -> np.dtype[Any]:
        """The type of the result: 32 bits."""
        word = self.word
        if word["res0_prec"] != 4:
            raise MemberError("res0_prec", word["res0_prec"], "4 is executed (32 bits)")
        for name in ("opd2_const", "opd3_const"):
            if not word[name]:
                raise MemberError(name, 0, "zero point and padding are constant")
        return np.dtype(np.int32)

    def _others(self) -> tuple[Operand, ...]:
        """What it adds up to where it does."""
        return self.outputs if self.word["res_add"] else ()

    def _sums(self, data: Values, kernel: Values, pad_value: int) -> Wide:
        """The sums of the products, exact."""
        whole = self.window.padded(data.astype(np.int64), pad_value)
        if self.word["kernel_rotate"]:
            kernel = kernel[:, :, ::-1, ::-1]
        total = np.zeros(self._shape, np.float64)  # exact: sums stay far below 2 to the power of 53
        for line, column, under in self.window.under(whole, self._shape):
            total += np.einsum("oc,nchw->nohw", kernel[:, :, line, column].astype(np.float64), under, optimize=True)
        return total.astype(np.int64)

    def _given(self, values: Sequence[Values]) -> tuple[Values, Values, list[Values]]:
        """Input, kernel, and what else is read."""
        data, *others = values
        if not self.word["opd1_const"]:
            return data, others[0].astype(np.int64), others[1:]
        shape = (self._shape.c, self.word["opd0_c"], *self.window.kernel)
        return data, np.broadcast_to(constant(self.word, "opd1", self._type("opd1")).astype(np.int64), shape), others

    def compute(self, *values: Values) -> Sequence[Values]:
        """The sums, of kernels without their zero point."""
        data, kernel, held = self._given(values)
        zero = int(constant(self.word, "opd2", self._type("opd2"))[0, 0, 0, 0])
        pad = int(constant(self.word, "opd3", self._type("opd0"))[0, 0, 0, 0])
        total = self._sums(data, kernel - zero, pad)
        return [wrap(total + held[0] if held else total, self._result)]


class RequantisedConvolution(Convolution):
    """Sums with a bias, shifted to the right and saturated; with ReLU none is negative."""

    def _result_type(self) -> np.dtype[Any]:
        """The type of the result: without ReLU as signed as one of the operands."""
        word = self.word
        signed = 0 if self._relu else word["opd0_sign"] | word["opd1_sign"] | word["opd2_sign"]
        dtype = dtype_of(word, "res0_prec", signed=signed)
        if not word["opd3_const"]:
            raise MemberError("opd3_const", 0, "the shift is constant")
        if word["res_add"]:
            raise MemberError("res_add", 1, "nothing is added to what is requantised")
        return dtype

    @property
    def _relu(self) -> bool:
        return self.word.function == "requantised_relu"

    def _others(self) -> tuple[Operand, ...]:
        """The bias, if it is not constant."""
        if self.word["opd2_const"]:
            return ()
        return (compact_operand(self.config, "opd2", self.word["opd2_addr"], self._bias_shape, self._bias_type),)

    @property
    def _bias_shape(self) -> Shape:
        return Shape(1, self._shape.c, 1, 1)

    @property
    def _bias_type(self) -> np.dtype[Any]:
        return np.dtype(f"{'i' if self.word['opd2_sign'] else 'u'}{BIAS_BYTES}")

    def compute(self, *values: Values) -> Sequence[Values]:
        """The results."""
        data, kernel, biases = self._given(values)
        bias = biases[0] if biases else constant(self.word, "opd2", self._bias_type)
        total = self._sums(data, kernel, 0) + bias.astype(np.int64)
        if self._relu:
            total = np.maximum(total, 0)
        return [shift_saturate(total, -(self.word["opd3_addr"] & 0xFF), Rounding.HALF_UP, self._result)]
