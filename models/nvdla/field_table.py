"""Which register fields hold which attribute of a descriptor: one table to decode, to encode and to compare with.

A layer of several blocks has many fields more than once: all places of a row hold the same value (guide, 'Convolution
pipeline programming', Register definition).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

from models.nvdla.pipeline.stage import Condition, SharedField
from models.registers import Field, RegisterMap

Settings = Mapping[str, Mapping[str, int]]
"""Register values of a layer, by block and register name."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Place:
    """A field of a register of a block."""

    block: str
    register: str
    field: str

    def __str__(self) -> str:
        return f"{self.block}.{self.register}.{self.field}"


class Form(ABC, Generic[Value]):
    """How a field holds a value."""

    @abstractmethod
    def encode(self, field: Field, value: Value) -> int:
        """The field's number.

        Raises:
            ValueError: the field cannot hold it.
        """

    @abstractmethod
    def decode(self, field: Field, number: int) -> Value:
        """The value of a field's number."""


class Number(Form[int]):
    """An unsigned number, less something that it is at least."""

    def __init__(self, least: int = 0) -> None:
        self._least = least

    def encode(self, field: Field, value: int) -> int:
        """The number less the least one."""
        if not self._least <= value <= field.limit + self._least:
            raise ValueError(f"{field.name}: {value} does not fit; {self._least} to {field.limit + self._least} do")
        return value - self._least

    def decode(self, _field: Field, number: int) -> int:
        """The number and the least one."""
        return number + self._least


class Signed(Form[int]):
    """A number in two's complement."""

    def encode(self, field: Field, value: int) -> int:
        """Its low bits."""
        half = (field.limit + 1) // 2
        if not -half <= value < half:
            raise ValueError(f"{field.name}: {value} does not fit; {-half} to {half - 1} do")
        return value & field.limit

    def decode(self, field: Field, number: int) -> int:
        """With its sign."""
        return number - (field.limit + 1) if number > field.limit // 2 else number


class Bytes(Form[int]):
    """A number of bytes or an address, of which the lowest bits are not stored."""

    def encode(self, field: Field, value: int) -> int:
        """Without the lowest bits."""
        number, rest = divmod(value, 1 << field.low)
        if rest or not 0 <= number <= field.limit:
            raise ValueError(f"{field.name}: {value:#x} does not fit; multiples of {1 << field.low} do")
        return number

    def decode(self, field: Field, number: int) -> int:
        """With the lowest bits 0."""
        return number << field.low


class Name(Form[str]):
    """One of the field's names; a value that has none goes by its number."""

    def encode(self, field: Field, value: str) -> int:
        """The number behind the name."""
        return field.value(value)

    def decode(self, field: Field, number: int) -> str:
        """The name."""
        return field.label(number)


class Prefixed(Form[str]):
    """One of the field's names, without what they all begin with."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def encode(self, field: Field, value: str) -> int:
        """The number behind the name."""
        known = f"{self._prefix}{value}" in field.enum
        return field.value(f"{self._prefix}{value}" if known else value)

    def decode(self, field: Field, number: int) -> str:
        """The name."""
        return field.label(number).removeprefix(self._prefix)


class Flag(Form[bool]):
    """True or false."""

    def encode(self, _field: Field, value: bool) -> int:
        """1 or 0."""
        return int(value)

    def decode(self, _field: Field, number: int) -> bool:
        """Whether it is set."""
        return bool(number)


class Inverted(Form[bool]):
    """True or false, where 0 stands for true."""

    def encode(self, _field: Field, value: bool) -> int:
        """0 or 1."""
        return int(not value)

    def decode(self, _field: Field, number: int) -> bool:
        """Whether it is 0."""
        return not number


class PowerOfTwo(Form[int]):
    """A power of two, of which the exponent is stored."""

    def encode(self, field: Field, value: int) -> int:
        """Its exponent."""
        number = value.bit_length() - 1
        if value < 1 or value != 1 << number or number > field.limit:
            raise ValueError(f"{field.name}: {value} does not fit; powers of two up to {1 << field.limit} do")
        return number

    def decode(self, _field: Field, number: int) -> int:
        """Two to the power of it."""
        return 1 << number


PLAIN, LESS_ONE, SIGNED, BYTES = Number(), Number(1), Signed(), Bytes()
NAME, FLAG, INVERTED, POWER = Name(), Flag(), Inverted(), PowerOfTwo()


@dataclass(frozen=True, slots=True)
class Only:
    """Layers of one kind: those where a field has a certain value, or has not.

    Attributes:
        places: the field, in every block that has it.
        name: of the value.
        differs: whether it has another value.
    """

    places: tuple[Place, ...]
    name: str
    differs: bool = False

    def holds(self, registers: RegisterMap, settings: Settings) -> bool:
        """Whether a layer is of this kind, by the first of its blocks that says so."""
        for place in self.places:
            if place.block in settings:
                label = field_of(registers, place).label(read_place(registers, settings, place))
                return (label == self.name) != self.differs
        return False


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
        return all(only.holds(registers, settings) for only in self.only)


def places(*names: str) -> tuple[Place, ...]:
    """Places given as ``BLOCK.REGISTER.FIELD``."""
    return tuple(Place(*name.split(".")) for name in names)


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
    return tuple(
        SharedField(
            _names(row.places), tuple(Condition(_names(only.places), only.name, only.differs) for only in row.only)
        )
        for row in rows
        if len(row.places) > 1
    )


def _names(where: tuple[Place, ...]) -> tuple[tuple[str, str, str], ...]:
    return tuple((place.block, place.register, place.field) for place in where)
