"""Windows of convolutions and pooling: padded input, and its elements under each place of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import Wide
from models.sophgo.operations.operand import MOST_PLACES, MemberError, UndefinedError, need_computable, size_of
from models.sophgo.words.word import Word


@dataclass(frozen=True, slots=True)
class Window:
    """How a kernel passes over an input.

    Attributes:
        kernel: lines and columns of the kernel.
        stride: steps between results, down and to the right.
        dilation: steps between places of the kernel.
        inserted: how many elements are inserted between two of the input.
        pad: elements added above, below, to the left and to the right.
    """

    kernel: tuple[int, int]
    stride: tuple[int, int]
    dilation: tuple[int, int]
    inserted: tuple[int, int]
    pad: tuple[int, int, int, int]

    @classmethod
    def of(cls, word: Word) -> Window:
        """The window of a word.

        Raises:
            MemberError: a size is 0, or the padding is none that is executed.
        """
        if word["pad_mode"]:
            raise MemberError("pad_mode", word["pad_mode"], "0 is executed, a constant")
        return cls(
            (size_of(word, "opd1_h"), size_of(word, "opd1_w")),
            (size_of(word, "res_op_y_str"), size_of(word, "res_op_x_str")),
            (word["opd1_y_ins0"] + 1, word["opd1_x_ins0"] + 1),
            (word["opd0_y_ins0"], word["opd0_x_ins0"]),
            (word["opd0_up_pad"], word["opd0_dn_pad"], word["opd0_lf_pad"], word["opd0_rt_pad"]),
        )

    def padded_size(self, height: int, width: int) -> tuple[int, int]:
        """Lines and columns of an input that has so many, with what is inserted and added around it."""
        up, down, left, right = self.pad
        lines = (height - 1) * (self.inserted[0] + 1) + 1 + up + down
        return lines, (width - 1) * (self.inserted[1] + 1) + 1 + left + right

    def result_size(self, height: int, width: int) -> tuple[int, int]:
        """Lines and columns of the result of an input that has so many."""
        sizes = []
        for side, whole in enumerate(self.padded_size(height, width)):
            reach = (self.kernel[side] - 1) * self.dilation[side] + 1
            sizes.append((whole - reach) // self.stride[side] + 1)
        return sizes[0], sizes[1]

    def need_within(self, data: Shape, result: Shape) -> None:
        """Make sure that no place of the kernel reaches beyond the padded input.

        Raises:
            UndefinedError: one does, or the padded input or the kernel is too large to be computed.
        """
        need_computable("the kernel", prod(self.kernel), MOST_PLACES)
        need_computable("the padded input", data.n * data.c * prod(self.padded_size(data.h, data.w)))
        lines, columns = self.result_size(data.h, data.w)
        for side, asked, most in (("h", result.h, lines), ("w", result.w, columns)):
            if asked > most:
                raise UndefinedError("window-in-input", f"res0_{side} is {asked}: the padded input has {max(most, 0)}")

    def padded(self, values: Wide, pad_value: int) -> Wide:
        """The input, [n, c, h, w], with what is inserted and added around it."""
        n, c, h, w = values.shape
        up, _, left, _ = self.pad
        steps = self.inserted[0] + 1, self.inserted[1] + 1
        height, width = (h - 1) * steps[0] + 1, (w - 1) * steps[1] + 1
        whole = np.full((n, c, *self.padded_size(h, w)), pad_value, np.int64)
        inside = whole[:, :, up : up + height, left : left + width]
        inside[:] = 0
        inside[:, :, :: steps[0], :: steps[1]] = values
        return whole

    def under(self, whole: Wide, result: Shape) -> Iterator[tuple[int, int, Wide]]:
        """For each place of the kernel, line and column, the elements of the padded input of which results are made."""
        for line in range(self.kernel[0]):
            for column in range(self.kernel[1]):
                top, left = line * self.dilation[0], column * self.dilation[1]
                rows = slice(top, top + (result.h - 1) * self.stride[0] + 1, self.stride[0])
                columns = slice(left, left + (result.w - 1) * self.stride[1] + 1, self.stride[1])
                yield line, column, whole[:, :, rows, columns]
