"""Register words of a layer, places in them, and kinds of layers that they tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from models.nvdla.config import HwConfig
from models.registers import Block, Field

Settings = Mapping[str, Mapping[str, int]]
"""Register values of a layer, by block and register name."""


class Place(NamedTuple):
    """A field of a register of a block; the whole register without a field."""

    block: str
    register: str
    field: str = ""

    def __str__(self) -> str:
        return ".".join(filter(None, self))

    def named(self, names: Mapping[str, str]) -> Place:
        """The place with names put in for what stands in braces, as far as they are given."""
        text = str(self)
        for key, name in names.items():
            text = text.replace(f"{{{key}}}", name)
        return Place(*text.split("."))


def places(*names: str) -> tuple[Place, ...]:
    """Places given as ``BLOCK.REGISTER.FIELD``; ``BLOCK|BLOCK.REGISTER.FIELD`` where several blocks have the field."""
    split = (name.split(".") for name in names)
    return tuple(Place(block, *rest) for blocks, *rest in split for block in blocks.split("|"))


@dataclass(frozen=True, slots=True)
class Words:
    """Register words of a layer's blocks.

    Attributes:
        blocks: the registers, by block.
        config: the hardware configuration.
        values: the words, by block and register name; those of some blocks may be missing.
    """

    blocks: Mapping[str, Block]
    config: HwConfig
    values: Settings

    def field(self, place: Place) -> Field:
        """The field at a place."""
        return self.blocks[place.block].registers[place.register].fields[place.field]

    def whole(self, place: Place) -> int:
        """The word of a register."""
        return self.values[place.block][place.register]

    def at(self, place: Place) -> tuple[Field, int]:
        """The field at a place, and what stands in it; after reset where nothing is said of its register."""
        register = self.blocks[place.block].registers[place.register]
        field = register.fields[place.field]
        return field, field.get(self.values[place.block].get(place.register, register.reset))

    def label(self, place: Place) -> str:
        """The name of what stands in a field, or the number in hexadecimal."""
        field, number = self.at(place)
        return field.label(number)


@dataclass(frozen=True, slots=True)
class NewWords(Words):
    """Register words that are being made."""

    values: dict[str, dict[str, int]]

    def put(self, place: Place, number: int) -> None:
        """Put a number at a place; the rest of the register holds what it does after reset, until it is put."""
        register, words = self.blocks[place.block].registers[place.register], self.values[place.block]
        field, word = register.fields[place.field], words.get(place.register, register.reset)
        words[place.register] = word & ~field.mask | field.put(number)

    def put_whole(self, place: Place, word: int) -> None:
        """Put a word into a register, as it is."""
        self.values[place.block][place.register] = word


@dataclass(frozen=True, slots=True)
class Only:
    """Layers of one kind: those where a field has one of certain values, or has none of them.

    Attributes:
        places: the field, in every block that has it.
        names: of the values.
        differs: whether it has another value.
    """

    places: tuple[Place, ...]
    names: tuple[str, ...]
    differs: bool = False

    @classmethod
    def of(cls, where: str, *names: str) -> Only:
        """Layers where a field, given as `places` takes it, has one of certain values."""
        return cls(places(where), names)

    @property
    def others(self) -> Only:
        """All other layers."""
        return replace(self, differs=not self.differs)

    def holds(self, words: Words) -> bool:
        """Whether a layer is of this kind, by the first of its blocks that says so."""
        for place in self.places:
            if place.block in words.values:
                return (words.label(place) in self.names) != self.differs
        return False


def holds(conditions: tuple[Only, ...], words: Words) -> bool:
    """Whether all of some conditions hold."""
    return all(only.holds(words) for only in conditions)


@dataclass(frozen=True, slots=True)
class SharedField:
    """A field that several blocks of a layer have, and must agree on.

    Attributes:
        places: of the field, in each of them.
        only: the kinds of layers in which it matters: those of which all hold.
    """

    places: tuple[Place, ...]
    only: tuple[Only, ...] = ()

    def matters(self, words: Words) -> bool:
        """Whether a layer is of such a kind."""
        return holds(self.only, words)

    def values(self, words: Words) -> dict[Place, int]:
        """What the blocks hold, by place."""
        there = (place for place in self.places if place.block in words.values)
        return {place: words.at(place)[1] for place in there}
