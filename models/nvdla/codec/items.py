"""Where registers hold an attribute of a descriptor, and how: what the metadata of its field say.

A layer of several blocks has many register fields more than once: all places of an attribute hold the same value
(guide, 'Convolution pipeline programming', Register definition). What conditions look at is declared in front of what
hangs on it, so that it is encoded first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

from models.nvdla.codec.forms import PLAIN, Form
from models.nvdla.codec.words import NewWords, Only, Place, SharedField, Words, holds, places

KEY: Final = "registers"
"""Of an item in the metadata of a field."""
ABSENT: Final = object()
"""The value of an attribute of which the words say nothing: it has its default."""


@dataclass(frozen=True, slots=True)
class Item(ABC):
    """Where registers hold an attribute, and how."""

    def named(self, names: Mapping[str, str]) -> Self:
        """The same with names put in for what stands in braces in its places."""
        return replace(self, **{field.name: _named(getattr(self, field.name), names) for field in fields(self)})

    @abstractmethod
    def decode(self, words: Words) -> Any:  # noqa: ANN401 - attributes have all types
        """The attribute, or `ABSENT`."""

    @abstractmethod
    def encode(self, words: NewWords, value: Any) -> None:  # noqa: ANN401 - likewise
        """Put an attribute into words.

        Raises:
            ValueError: a field cannot hold it.
        """

    def shared(self, only: tuple[Only, ...]) -> Iterator[SharedField]:  # noqa: ARG002 - what has several places looks
        """What blocks must agree on, in layers of some kinds."""
        yield from ()


def _named(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 - what attributes of items are
    if isinstance(value, Item | Place):
        return value.named(names)
    return tuple(_named(item, names) for item in value) if isinstance(value, tuple) else value


Metadata = Mapping[str, Item]
"""Metadata of a field of a descriptor."""


@dataclass(frozen=True, slots=True)
class Leaf(Item):
    """An attribute that is no part.

    Attributes:
        places: where it is; all the same if they are several, of which the first whose block is there is decoded.
        only: the kinds of layers that have the attribute: those of which all hold.
    """

    places: tuple[Place, ...]
    only: tuple[Only, ...] = ()

    def decode(self, words: Words) -> Any:  # noqa: ANN401
        """By the first place that is there."""
        values = words.values
        for place in self.places:
            if place.block in values:
                return ABSENT if self.only and not holds(self.only, words) else self.read(words, place)
        return ABSENT

    def encode(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """In layers that have it."""
        if holds(self.only, words):
            self.write(words, value)

    @abstractmethod
    def read(self, words: Words, place: Place) -> Any:  # noqa: ANN401
        """The attribute, by one of the places."""

    @abstractmethod
    def write(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """Put it to all places."""


@dataclass(frozen=True, slots=True)
class Held(Leaf):
    """An attribute in a register field.

    Attributes:
        form: how it stands there.
        ignored: fields that are written too, and that the part does not look at in this kind of layer.
    """

    form: Form[Any] = PLAIN
    ignored: tuple[Place, ...] = ()

    def read(self, words: Words, place: Place) -> Any:  # noqa: ANN401
        """What stands in the field."""
        return self.form.decode(*words.at(place))

    def write(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """To those that the part does not look at, too."""
        for place in (*self.places, *self.ignored):
            words.put(place, self.form.encode(words.field(place), value))

    def shared(self, only: tuple[Only, ...]) -> Iterator[SharedField]:
        """Where it has several places."""
        if len(self.places) > 1:
            yield SharedField(self.places, (*only, *self.only))


@dataclass(frozen=True, slots=True)
class Either(Item):
    """An attribute that layers of different kinds hold in different ways."""

    ways: tuple[Item, ...]

    def decode(self, words: Words) -> Any:  # noqa: ANN401
        """By the way that says something."""
        found = (way.decode(words) for way in self.ways)
        return next((value for value in found if value is not ABSENT), ABSENT)

    def encode(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """In all ways of layers of this kind."""
        for way in self.ways:
            way.encode(words, value)

    def shared(self, only: tuple[Only, ...]) -> Iterator[SharedField]:
        """What all ways share."""
        for way in self.ways:
            yield from way.shared(only)


@dataclass(frozen=True, slots=True)
class Meant(Item):
    """An attribute that is written whatever the layer, and means something in layers of some kinds.

    Attributes:
        item: where it is.
        only: the kinds of layers: those of which all hold.
    """

    item: Item
    only: tuple[Only, ...]

    def decode(self, words: Words) -> Any:  # noqa: ANN401
        """It, in these layers."""
        return self.item.decode(words) if holds(self.only, words) else ABSENT

    def encode(self, words: NewWords, value: Any) -> None:  # noqa: ANN401
        """It, in all layers."""
        self.item.encode(words, value)

    def shared(self, only: tuple[Only, ...]) -> Iterator[SharedField]:
        """What blocks share of it in these layers."""
        yield from self.item.shared((*only, *self.only))


def held(*names: str, form: Form[Any] = PLAIN, ignored: str = "", only: tuple[Only, ...] = ()) -> Metadata:
    """Metadata of an attribute in a register field; names of places as `places` takes them."""
    return {KEY: Held(places(*names), only, form, places(ignored) if ignored else ())}


def either(*ways: Metadata) -> Metadata:
    """Metadata of an attribute that layers of different kinds hold in different ways."""
    return {KEY: Either(tuple(way[KEY] for way in ways))}


def meant(metadata: Metadata, *only: Only) -> Metadata:
    """Metadata of an attribute that is written whatever the layer, and means something in layers of some kinds."""
    return {KEY: Meant(metadata[KEY], only)}
