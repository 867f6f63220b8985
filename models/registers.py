"""Registers as data: what a compiled register description looks like to Python.

The description itself is SystemRDL under ``registers/``; ``tb.registers`` compiles it to one JSON file per
hardware configuration (`models.register_file` reads it). Here is typed access by name, for models and stimulus alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import ClassVar, TypeVar

WORD_BYTES = 4
WORD_BITS = 8 * WORD_BYTES
_NUMBER = re.compile(r"0x[0-9a-f]+")  # the label of a value without a name
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What accesses to a register do (docs/architecture.md, 'One register description').

    Those here any family may use. A family has others in a table of its own (`models.register_behaviours`).

    Attributes:
        name: as register descriptions have it.
        notices_write: hardware must notice each write, not only what the register holds afterwards.
        notices_read: hardware must notice each read, and the next one may show something else.
        shows_hardware: a read shows what the hardware says at that moment.
        selects_group: its writable field selects the group that accesses to the block's grouped registers reach.
    """

    name: str
    notices_write: bool = False
    notices_read: bool = False
    shows_hardware: bool = False
    selects_group: bool = False

    PLAIN: ClassVar[Behaviour]
    READ_ONLY: ClassVar[Behaviour]
    WRITE_ONE_TO_CLEAR: ClassVar[Behaviour]
    TRIGGER: ClassVar[Behaviour]
    PULSE: ClassVar[Behaviour]


Behaviour.PLAIN = Behaviour("plain")
Behaviour.READ_ONLY = Behaviour("read_only")
Behaviour.WRITE_ONE_TO_CLEAR = Behaviour("write_one_to_clear", notices_write=True, shows_hardware=True)
Behaviour.TRIGGER = Behaviour("trigger", notices_write=True)
Behaviour.PULSE = Behaviour("pulse", notices_write=True)


class ReadKind(StrEnum):
    """How a read of a register is predicted (docs/architecture.md, 'How reads are predicted')."""

    STATIC = "static"
    FINAL = "final"
    ONE_OF = "one_of"
    BOUNDED = "bounded"


@dataclass(frozen=True, slots=True)
class Field:
    """A bit range of a register, with its enumeration where it has one."""

    name: str
    low: int
    width: int
    reset: int
    enum: Mapping[str, int] = field(default_factory=dict)
    description: str = ""

    @property
    def high(self) -> int:
        """The highest bit of the field."""
        return self.low + self.width - 1

    @property
    def mask(self) -> int:
        """The field's bits within its register."""
        return ((1 << self.width) - 1) << self.low

    @property
    def limit(self) -> int:
        """The largest value that the field holds."""
        return (1 << self.width) - 1

    def get(self, word: int) -> int:
        """The field's value within a register value."""
        return word >> self.low & (1 << self.width) - 1

    def put(self, value: int | str) -> int:
        """A value, or an enumeration name, moved to the field's bits.

        Raises:
            ValueError: the value does not fit, or the name is not one of the field's.
        """
        number = self.value(value) if isinstance(value, str) else value
        if not 0 <= number <= self.limit:
            raise ValueError(f"{self.name}: {number:#x} does not fit its {self.width} bit(s), at most {self.limit:#x}")
        return number << self.low

    def value(self, name: str) -> int:
        """The number behind an enumeration name, or behind the label of a value that has none.

        Raises:
            ValueError: the field has no such name.
        """
        if _NUMBER.fullmatch(name):
            return int(name, 16)
        if name not in self.enum:
            raise ValueError(f"{self.name}: {name!r} is none of its names: {', '.join(self.enum) or 'it has none'}")
        return self.enum[name]

    def label(self, value: int) -> str:
        """The enumeration name of a value, or the number in hexadecimal."""
        for name, number in self.enum.items():  # decoding asks this of many fields of every layer
            if number == value:
                return name
        return f"{value:#x}"


@dataclass(frozen=True, slots=True)
class Register:
    """One 32-bit register: where it is, what it holds, how it behaves. Its fields are attributes."""

    block: str
    name: str
    address: int
    reset: int
    read_mask: int
    write_mask: int
    behaviour: Behaviour
    read: ReadKind
    grouped: bool
    implemented: bool
    fields: Mapping[str, Field]
    description: str = ""

    def __getattr__(self, name: str) -> Field:
        if name.startswith("__"):
            raise AttributeError(name)
        return _lookup(self.fields, name, f"register {self.full_name}", "field")

    @property
    def full_name(self) -> str:
        """``BLOCK.REGISTER``, as messages name it."""
        return f"{self.block}.{self.name}"

    def encode(self, **values: int | str) -> int:
        """The register's value with these fields set and all others at their reset.

        Raises:
            AttributeError: a field that the register does not have.
            ValueError: a value that its field does not hold.
        """
        word = self.reset
        for name, value in values.items():
            target = _lookup(self.fields, name, f"register {self.full_name}", "field")
            word = word & ~target.mask | target.put(value)
        return word

    def decode(self, word: int) -> dict[str, int]:
        """Every field's value within a register value."""
        return {name: item.get(word) for name, item in self.fields.items()}

    def describe(self, word: int) -> str:
        """A register value in the fields' own words, for messages."""
        return ", ".join(f"{name}={item.label(item.get(word))}" for name, item in self.fields.items())


@dataclass(frozen=True, slots=True)
class Block:
    """The registers of one unit. They are attributes."""

    name: str
    base: int
    size: int
    registers: Mapping[str, Register]
    description: str = ""

    def __getattr__(self, name: str) -> Register:
        if name.startswith("__"):
            raise AttributeError(name)
        return _lookup(self.registers, name, f"block {self.name}", "register")

    def __iter__(self) -> Iterator[Register]:
        return iter(self.registers.values())

    def in_address_order(self, words: Mapping[str, int]) -> dict[str, int]:
        """Register values by name, each one that its register holds, in the order of the addresses.

        Raises:
            ValueError: a value has bits outside its register's.
        """
        for name, word in words.items():
            register = self.registers[name]
            if word & ~register.write_mask:
                raise ValueError(f"{register.full_name}: {word:#x} has bits outside {register.write_mask:#x}")
        return dict(sorted(words.items(), key=lambda word: self.registers[word[0]].address))


@dataclass(frozen=True, slots=True)
class RegisterMap:
    """All blocks of one hardware configuration. They are attributes."""

    family: str
    config: str
    blocks: Mapping[str, Block]
    by_address: Mapping[int, Register]

    def __getattr__(self, name: str) -> Block:
        if name.startswith("__"):
            raise AttributeError(name)
        return _lookup(self.blocks, name, f"register map {self.config}", "block")

    def __iter__(self) -> Iterator[Register]:
        return iter(self.by_address.values())

    def at(self, address: int) -> Register | None:
        """The register at a byte address, or None where there is none."""
        return self.by_address.get(address)

    def block_at(self, address: int) -> Block | None:
        """The block whose window holds a byte address."""
        return next((b for b in self.blocks.values() if b.base <= address < b.base + b.size), None)


def _lookup(table: Mapping[str, T], name: str, owner: str, kind: str) -> T:
    """The named entry, or an error that proposes the nearest names."""
    if name in table:
        return table[name]
    near = get_close_matches(name, table, n=3)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    raise AttributeError(f"{owner} has no {kind} {name!r}{hint}")
