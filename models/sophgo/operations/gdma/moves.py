"""Copies, fills, transposes and broadcasts of tensors (docs/sophgo/README.md, 'Tensor transfers')."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.arrays.flags import Flags
from models.sophgo.config import SophgoConfig
from models.sophgo.operations.gdma.sides import element_type, enabled, side_of, sizes_of
from models.sophgo.operations.operand import Operand, UndefinedError
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.word import Word


class Move(Operation):
    """Elements go from one place to another, as they are: element i of the source to element i of the destination.

    Args:
        word: the word.
        config: the hardware configuration.
        source: in the order in which elements are taken.
        destination: in the order in which they are put.
        chosen: those that are put; all are taken.
    """

    def __init__(self, word: Word, config: SophgoConfig, source: Operand, destination: Operand, chosen: Flags) -> None:
        super().__init__(word, config)
        self._chosen = chosen
        self.inputs = (replace(source, addresses=source.addresses.ravel()),)
        self.outputs = (replace(destination, addresses=destination.addresses.ravel()[chosen]),)

    def compute(self, *values: Values) -> Sequence[Values]:
        """The elements."""
        return [values[0][self._chosen]]

    def known(self, *flags: Flags) -> Sequence[Flags]:
        """An element is known where it comes from."""
        return [flags[0][self._chosen]]


class Fill(Operation):
    """All elements become one."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        self._type = element_type(word)
        whole = side_of(word, config, "dst", sizes_of(word, "dst"), self._type)
        self.inputs = ()
        self.outputs = (replace(whole, addresses=whole.addresses.ravel()[enabled(word, config, whole)]),)

    def compute(self, *_: Values) -> Sequence[Values]:
        """The low bits of the constant, as often as there are elements."""
        value = np.frombuffer(self.word["constant_value"].to_bytes(4, "little")[: self._type.itemsize], self._type)
        return [np.broadcast_to(value, self.outputs[0].addresses.shape)]


def copy(word: Word, config: SophgoConfig) -> Operation:
    """A copy, in the order n, c, h, w of both sides; or a fill.

    Raises:
        MemberError: a size or a format is wrong.
        UndefinedError: a side is in no memory, or both do not have as many elements.
    """
    if word["fill_constant_en"]:
        return Fill(word, config)
    dtype, shape = element_type(word), sizes_of(word, "src")
    into = shape if word["nchw_copy"] else sizes_of(word, "dst")
    if into.elements != shape.elements:
        counts = f"the source has {shape.elements} elements, the destination {into.elements}"
        raise UndefinedError("copy-elements", counts)
    source, destination = side_of(word, config, "src", shape, dtype), side_of(word, config, "dst", into, dtype)
    return Move(word, config, source, destination, enabled(word, config, destination))


def turned(word: Word, config: SophgoConfig) -> Operation:
    """A transpose of batches and channels, or of channels and columns; errors as of `copy`."""
    dtype, shape = element_type(word), sizes_of(word, "src")
    axes = (0, 3, 2, 1) if word.kind.name == "DMA_cw_transpose" else (1, 0, 2, 3)
    into = type(shape)(*(shape[axis] for axis in axes))
    source, destination = side_of(word, config, "src", shape, dtype), side_of(word, config, "dst", into, dtype)
    source = replace(source, addresses=source.addresses.transpose(axes))
    return Move(word, config, source, destination, enabled(word, config, destination))


def broadcast(word: Word, config: SophgoConfig) -> Operation:
    """One channel becomes all of the destination's; errors as of `copy`."""
    dtype, into = element_type(word), sizes_of(word, "dst")
    source = side_of(word, config, "src", into._replace(c=1), dtype)
    destination = side_of(word, config, "dst", into, dtype)
    source = replace(source, addresses=np.broadcast_to(source.addresses, into))
    chosen = enabled(word, config, destination)
    if not chosen.all():
        raise UndefinedError("broadcast-lanes", "localmem_mask leaves out lanes of the destination")
    return Move(word, config, source, destination, chosen)
