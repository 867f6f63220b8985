"""Which register fields hold which attribute of a descriptor, as a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from models.nvdla.codec.forms import PLAIN, Form
from models.nvdla.codec.words import Only, Place, Settings, SharedField, Words
from models.nvdla.config import NV_FULL
from models.registers import Field, RegisterMap


@dataclass(frozen=True, slots=True)
class Row:
    """An attribute and where registers hold it.

    Attributes:
        name: of the attribute, with the attribute that holds it where it is nested: ``input.width``.
        places: fields that hold it, all the same; the first is decoded.
        form: how.
        ignored: fields that are written too, and that the part does not look at in this kind of layer.
        only: the kinds of layers that have the attribute: those of which all hold; the rows that say so come first.
    """

    name: str
    places: tuple[Place, ...]
    form: Form[Any] = PLAIN
    ignored: tuple[Place, ...] = ()
    only: tuple[Only, ...] = ()

    def applies(self, registers: RegisterMap, settings: Settings) -> bool:
        """Whether a layer has the attribute."""
        return all(only.holds(Words(registers.blocks, NV_FULL, settings)) for only in self.only)


def field_of(registers: RegisterMap, place: Place) -> Field:
    """The field at a place."""
    return registers.blocks[place.block].registers[place.register].fields[place.field]


def read_place(registers: RegisterMap, settings: Settings, place: Place) -> int:
    """The number that registers hold at a place."""
    return field_of(registers, place).get(settings[place.block][place.register])


def decode_rows(registers: RegisterMap, rows: Iterable[Row], settings: Settings) -> dict[str, dict[str, Any]]:
    """The attributes of those rows whose first place's block is given: by what holds them ("" the layer) and name."""
    decoded: dict[str, dict[str, Any]] = defaultdict(dict)
    for row in rows:
        place = row.places[0]
        if place.block in settings and row.applies(registers, settings):
            holder, _, name = row.name.rpartition(".")
            number = read_place(registers, settings, place)
            decoded[holder][name] = row.form.decode(field_of(registers, place), number)
    return decoded


def encode_rows(registers: RegisterMap, rows: Iterable[Row], layer: object) -> dict[str, dict[str, int]]:
    """Register values of a layer, by block and register name.

    Raises:
        ValueError: a field cannot hold its attribute.
    """
    words: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        if not row.applies(registers, words):
            continue
        value = attrgetter(row.name)(layer)
        for place in (*row.places, *row.ignored):
            _put(registers, words, place, row.form.encode(field_of(registers, place), value))
    return words


def _put(registers: RegisterMap, words: dict[str, dict[str, int]], place: Place, number: int) -> None:
    register = registers.blocks[place.block].registers[place.register]
    field = register.fields[place.field]
    word = words[place.block].get(place.register, register.reset)
    words[place.block][place.register] = word & ~field.mask | field.put(number)


def shared_fields(rows: Sequence[Row]) -> tuple[SharedField, ...]:
    """What the blocks of a layer must agree on: rows with several places."""
    return tuple(SharedField(row.places, row.only) for row in rows if len(row.places) > 1)
