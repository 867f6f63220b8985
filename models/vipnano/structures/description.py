"""The description of structures: where their members are, what they are called, what the device executes of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from models.memory.packed import BitRange

FOLDER = Path(__file__).parent
WORD_BITS = 32
STRUCTURE_BYTES = 128
"""So many bytes of a structure are read."""


@dataclass(frozen=True, slots=True)
class Member:
    """Bits of a structure.

    Attributes:
        name: as it is known today.
        guide: what the guide calls it; empty: the same.
        where: its bits, counted over the whole structure.
        must: the values with which a job is executed; none: all are.
        value: what it holds where nobody says.
        used: whether the device looks at it.
        says: what it is.
    """

    name: str
    guide: str
    where: BitRange
    must: tuple[int, ...]
    value: int
    used: bool
    says: str

    @property
    def word(self) -> int:
        """Number of the word that it is in."""
        return self.where.low // WORD_BITS

    @property
    def bits(self) -> str:
        """Its bits in that word, such as ``13:0``."""
        low = self.where.low % WORD_BITS
        return f"{low + self.where.width - 1}:{low}" if self.where.width > 1 else f"{low}"


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a structure.

    Attributes:
        name: what it is called.
        parts: the members that it is in, the lowest one first; often one alone.
        signed: whether it has a sign.
    """

    name: str
    parts: Sequence[Member]
    signed: bool

    @property
    def width(self) -> int:
        """How many bits it has."""
        return sum(part.where.width for part in self.parts)

    def get(self, values: Mapping[str, int]) -> int:
        """The number, of what its members hold."""
        bits = low = 0
        for part in self.parts:
            bits |= (values[part.name] & part.where.mask) << low
            low += part.where.width
        return BitRange(0, low, self.signed).get(bits)

    def put(self, number: int) -> dict[str, int]:
        """What its members hold of a number.

        Raises:
            ValueError: it does not fit.
        """
        left, values = BitRange(0, self.width, self.signed).put(number, self.name), {}
        for part in self.parts:
            values[part.name] = BitRange(0, part.where.width, part.where.signed).get(left)
            left >>= part.where.width
        return values


@dataclass(frozen=True, slots=True)
class StructureKind:
    """One kind of structure.

    Attributes:
        name: the unit whose jobs it describes.
        words: how many words have members; those behind them, up to what is read, are 0.
        members: its members, by name, in their order.
        wholes: numbers that are in several members, by name.
        numbers: all numbers, by name: those, and each member alone.
    """

    name: str
    words: int
    members: Mapping[str, Member]
    wholes: Mapping[str, Number]
    numbers: Mapping[str, Number]


def _range(at: str, *, signed: bool) -> BitRange:
    word, _, bits = at.partition(".")
    high, _, low = bits.rpartition(":")
    first = int(low)
    return BitRange(int(word) * WORD_BITS + first, int(high or low) - first + 1, signed=signed)


def _read(name: str, file: str) -> StructureKind:
    data: dict[str, Any] = tomllib.loads((FOLDER / file).read_text())
    members = {
        key: Member(
            key,
            item.get("guide", ""),
            _range(item["at"], signed=item.get("signed", False)),
            tuple(item.get("must", ())),
            item.get("value", 0),
            item.get("used", True),
            item["says"],
        )
        for key, item in data["fields"].items()
    }
    wholes = {
        key: Number(key, tuple(members[part] for part in parts), key in data["signed"])
        for key, parts in data["wholes"].items()
    }
    alone = {key: Number(key, (member,), member.where.signed) for key, member in members.items()}
    return StructureKind(
        name, data["words"], MappingProxyType(members), MappingProxyType(wholes), MappingProxyType(alone | wholes)
    )


NN, TP = _read("NN", "nn.toml"), _read("TP", "tp.toml")
KINDS: Mapping[str, StructureKind] = MappingProxyType({kind.name: kind for kind in (NN, TP)})
"""All kinds of structures, by the unit's name."""
