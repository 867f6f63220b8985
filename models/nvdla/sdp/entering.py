"""What comes into an SDP layer: its input, and what its operators take from memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.derivation import Index
from models.nvdla.sdp.operators.operands import OperandPair
from models.nvdla.sdp.pointwise import ReadOperands


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements and which are known, of one shape: [batches, lanes, height, width], or what broadcasts to it."""

    values: NDArray[Any]
    known: Flags

    def at(self, index: Index) -> Elements:
        """One of them, of shape [1], by its index among all that they broadcast to."""
        shape = self.values.shape
        place = tuple(min(number, size - 1) for number, size in zip(index[-len(shape) :], shape, strict=True))
        return Elements(self.values[place].reshape(1), self.known[place].reshape(1))


@dataclass(frozen=True, slots=True)
class Entering:
    """What comes into a layer, lanes that fill up the last atom too.

    Attributes:
        source: its input.
        operands: those from memory, by the operator's name and the name of the part that takes them.
    """

    source: Elements
    operands: Mapping[str, Mapping[str, Elements]]

    @property
    def pairs(self) -> ReadOperands:
        """The operands without what is known of them."""
        named = {
            name: OperandPair(**{part.lower(): item.values for part, item in given.items()})
            for name, given in self.operands.items()
        }
        return ReadOperands(**named)

    @property
    def known(self) -> Flags:
        """Of which elements all is known."""
        known = self.source.known
        for given in self.operands.values():
            for item in given.values():
                known = known & item.known
        return known

    def at(self, index: Index) -> Entering:
        """What comes in for one element, by its index in the input."""
        given = self.operands.items()
        operands = {name: {part: item.at(index) for part, item in parts.items()} for name, parts in given}
        return Entering(self.source.at(index), operands)
