"""Words whose transfer hangs on data: gather, masked select, nonzero (docs/sophgo/README.md, 'Choosing transfers')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape, Strides
from models.sophgo.operations.gdma.sides import address_of, element_type, enabled, placed, side_of, sizes_of, whole_type
from models.sophgo.operations.operand import MemberError, Operand, size_of
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.word import Word

INDEX_TYPE = np.dtype(np.uint32)
INDEX_FORMAT = 4


class Gather(Operation):
    """Lines of each channel, chosen by an index; a constant where that names none."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        self._type = element_type(word)
        channels, self._lines = size_of(word, "src_csize"), size_of(word, "src_hsize")
        width, count = size_of(word, "src_wsize"), size_of(word, "dst_hsize")
        source = self._side("src", Shape(1, channels, self._lines, width), self._type)
        index = self._side("index", Shape(1, channels, count, 1), INDEX_TYPE)
        self._source, self.reach = source, (source,)
        self.inputs = (replace(index, addresses=index.addresses[0, :, :, 0]),)
        whole = self._side("dst", Shape(1, channels, count, width), self._type)
        self._shape, self._chosen = whole.addresses.shape, enabled(word, config, whole)
        self.outputs = (replace(whole, addresses=whole.addresses.ravel()[self._chosen]),)

    def _side(self, side: str, shape: Shape, dtype: np.dtype[np.uint32]) -> Operand:
        strides = None
        if self.word["stride_enable"]:
            strides = Strides(0, self.word[f"{side}_cstride"], self.word[f"{side}_hstride"], 1)
        return placed(self.config, side, address_of(self.word, side), shape, dtype, strides=strides)

    def more_inputs(self, *values: Values) -> tuple[Operand, ...]:
        """The lines that the index names, [lines, w]."""
        channel, place = np.nonzero(values[0] < self._lines)
        lines = self._source.addresses[0, channel, values[0][channel, place]]
        return (replace(self._source, addresses=lines),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The lines."""
        index, lines = values
        constant = np.uint32(self.word["constant_value"]).astype(self._type)
        result = np.full(self._shape, constant)
        channel, place = np.nonzero(index < self._lines)
        result[0, channel, place] = lines
        return [result.ravel()[self._chosen]]


class Select(Operation):
    """Elements of which the mask is not 0, one behind the other."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        dtype, shape = element_type(word), sizes_of(word, "src")
        data = side_of(word, config, "src", shape, dtype)
        mask_type = whole_type(word, "mask_data_format")
        mask = placed(config, "mask", address_of(word, "mask"), shape, mask_type)
        self.inputs = (data, mask)
        self.outputs = (_row(word, config, shape, dtype),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The elements."""
        data, mask = values
        return [data[mask != 0]]


class Nonzero(Operation):
    """The indices of the elements that are not 0, one behind the other."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        if word["index_data_format"] != INDEX_FORMAT:
            raise MemberError("index_data_format", word["index_data_format"], "4 is executed (32 bits)")
        shape = sizes_of(word, "src")
        self.inputs = (placed(config, "src", address_of(word, "src"), shape, whole_type(word)),)
        self.outputs = (_row(word, config, shape, INDEX_TYPE),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The indices, counted in the order n, c, h, w."""
        index = np.flatnonzero(values[0]).astype(np.uint32)
        return [index + np.uint32(self.word["base_index"])]


def _row(word: Word, config: SophgoConfig, shape: Shape, dtype: np.dtype[np.uint32]) -> Operand:
    """As many elements one behind the other as may be chosen at most."""
    whole = placed(config, "dst", address_of(word, "dst"), Shape(1, 1, 1, shape.elements), dtype)
    return replace(whole, addresses=whole.addresses.ravel())
