"""sTRANS: transposes between channels and width, and copies to all lanes (docs/sophgo/README.md, 'Transpose words')."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.arrays.flags import Flags
from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.lanes import place_of
from models.sophgo.layouts.strides import Shape, line_aligned
from models.sophgo.operations.operand import dtype_of, local_operand, shape_of
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.word import Word


class Transpose(Operation):
    """Channels become columns, and columns channels."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        shape = shape_of(word)
        dtype = dtype_of(word, "res0_prec", signed=0)
        strides = None
        if word.function == "channel_to_width":
            start = place_of(config, word["res0_addr"]).lane
            strides = line_aligned(config, shape, dtype.itemsize, start)
        turned = shape._replace(c=shape.w, w=shape.c)
        self.inputs = (local_operand(config, "opd0", word["opd0_addr"], turned, dtype),)
        self.outputs = (local_operand(config, "res0", word["res0_addr"], shape, dtype, strides=strides),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The elements, turned."""
        return [values[0].swapaxes(1, 3)]

    def known(self, *flags: Flags) -> Sequence[Flags]:
        """An element is known where it comes from."""
        return [flags[0].swapaxes(1, 3)]


class Broadcast(Operation):
    """One channel becomes all."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        shape = shape_of(word)
        dtype = dtype_of(word, "res0_prec", signed=0)
        one = Shape(shape.n, 1, shape.h, shape.w)
        self.inputs = (local_operand(config, "opd0", word["opd0_addr"], one, dtype),)
        self.outputs = (local_operand(config, "res0", word["res0_addr"], shape, dtype),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The channel, as often as there are channels."""
        return [np.broadcast_to(values[0], self.outputs[0].addresses.shape)]

    def known(self, *flags: Flags) -> Sequence[Flags]:
        """An element is known where it comes from."""
        return [np.broadcast_to(flags[0], self.outputs[0].addresses.shape)]
