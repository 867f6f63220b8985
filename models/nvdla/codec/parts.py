"""Descriptors within others: where registers hold their attributes, and which of them there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from models.nvdla.codec.items import ABSENT, KEY, Item, Metadata
from models.nvdla.codec.words import NewWords, Only, Place, SharedField, Words, places


@dataclass(frozen=True, slots=True)
class Part(Item):
    """A descriptor within another one.

    Attributes:
        of: its class.
        items: where its attributes are, by name.
    """

    of: type[Any]
    items: tuple[tuple[str, Item], ...]

    def decode(self, words: Words) -> Any:  # noqa: ANN401
        """It, if words say anything of it."""
        found = {name: value for name, item in self.items if (value := item.decode(words)) is not ABSENT}
        return self.of(**found) if found else ABSENT

    def encode(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """All its attributes; nothing of None."""
        if value is not None:
            for name, item in self.items:
                item.encode(words, getattr(value, name))

    def shared(self, only: tuple[Only, ...]) -> Iterator[SharedField]:
        """What its attributes share."""
        for _, item in self.items:
            yield from item.shared(only)


@dataclass(frozen=True, slots=True)
class Choice(Item):
    """A part of one of several classes, or none: a register field says which.

    Attributes:
        places: of that field, in every block that has it.
        ways: parts by the field's names; None: there is no part.
    """

    places: tuple[Place, ...]
    ways: tuple[tuple[str, Part | None], ...]

    def decode(self, words: Words) -> Any:  # noqa: ANN401
        """What the first block says that is there."""
        for place in self.places:
            if place.block in words.values:
                way = dict(self.ways)[words.label(place)]
                return way and way.decode(words)
        return ABSENT

    def encode(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """Which one it is, and the part."""
        name, way = next(
            (name, way) for name, way in self.ways if (value is None if way is None else isinstance(value, way.of))
        )
        for place in self.places:
            words.put(place, words.field(place).value(name))
        if way is not None:
            way.encode(words, value)

    def shared(self, only: tuple[Only, ...]) -> Iterator[SharedField]:
        """The field, and what the parts share."""
        if len(self.places) > 1:
            yield SharedField(self.places, only)
        for name, way in self.ways:
            if way is not None:
                yield from way.shared((*only, Only(self.places, (name,))))


def part(of: type[Any], given: Mapping[str, Metadata] | None = None, **names: str) -> Metadata:
    """Metadata of a descriptor within another one.

    Args:
        of: its class.
        given: metadata of its attributes that its own fields do not have, by name.
        names: what is put in for what stands in braces.
    """
    return {KEY: Part(of, items_of(of, given or {})).named(names)}


def choice(*where: str, **ways: Metadata | None) -> Metadata:
    """Metadata of a part of one of several classes, or none.

    Args:
        where: the register field that says which, as `places` takes it.
        ways: metadata of the parts, by the field's names; None: there is no part.
    """
    return {KEY: Choice(places(*where), tuple((name, _part(way)) for name, way in ways.items()))}


def _part(metadata: Metadata | None) -> Part | None:
    item = metadata and metadata[KEY]
    assert item is None or isinstance(item, Part)
    return item


def items_of(of: type[Any], given: Mapping[str, Mapping[str, Any]]) -> tuple[tuple[str, Item], ...]:
    """Where the attributes of a class are, by name: what is given counts before what the fields say."""
    every = ((field.name, given.get(field.name, field.metadata)) for field in fields(of))
    return tuple((name, metadata[KEY]) for name, metadata in every if KEY in metadata)
