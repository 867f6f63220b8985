"""One structure, as members and as bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from models.memory.sparse import Bytes
from models.nearest import did_you_mean
from models.vipnano.structures.description import STRUCTURE_BYTES, WORD_BITS, Member, StructureKind

TAIL_BYTES = 8
"""A driver's structure may have so much more, which is 0."""


@dataclass(frozen=True, slots=True)
class Structure:
    """A job's structure.

    Attributes:
        kind: what kind of structure it is.
        values: its members, by name.
    """

    kind: StructureKind
    values: Mapping[str, int]

    @classmethod
    def of(cls, kind: StructureKind, **numbers: int) -> Structure:
        """A structure with some members or whole numbers given; the others hold what a driver writes.

        Raises:
            ValueError: it has no such member, or a value does not fit.
        """
        return cls(kind, MappingProxyType({name: item.value for name, item in kind.members.items()})).with_(**numbers)

    def with_(self, **numbers: int) -> Structure:
        """The structure with other numbers; as of `of`."""
        values = dict(self.values)
        for name, number in numbers.items():
            if name not in self.kind.numbers:
                near = did_you_mean(name, self.kind.numbers)
                raise ValueError(f"a structure of {self.kind.name} has no member {name}{near}")
            values |= self.kind.numbers[name].put(number)
        return Structure(self.kind, MappingProxyType(values))

    @classmethod
    def decode(cls, kind: StructureKind, data: Bytes) -> Structure:
        """The members of a structure.

        Raises:
            ValueError: the bytes are too few or too many, or those behind the structure are not 0.
        """
        least = kind.words * WORD_BITS // 8
        if not least <= len(data) <= STRUCTURE_BYTES + TAIL_BYTES:
            most = STRUCTURE_BYTES + TAIL_BYTES
            raise ValueError(f"a structure of {kind.name} has {len(data)} bytes: {least} to {most} are accepted")
        tail = np.flatnonzero(data[STRUCTURE_BYTES:])
        if tail.size:
            word = (STRUCTURE_BYTES + int(tail[0])) // 4
            raise ValueError(
                f"word {word} of a structure of {kind.name} is not 0: it has members in {kind.words} words"
            )
        number = int.from_bytes(data.tobytes(), "little")
        return cls(kind, MappingProxyType({name: item.where.get(number) for name, item in kind.members.items()}))

    def encode(self) -> Bytes:
        """Its bytes, as many as are read; bits without a member are 0."""
        number = sum(item.where.put(self.values[name], name) for name, item in self.kind.members.items())
        return np.frombuffer(number.to_bytes(STRUCTURE_BYTES, "little"), np.uint8)

    def __getitem__(self, name: str) -> int:
        return self.kind.numbers[name].get(self.values)

    def refused(self) -> Iterator[tuple[Member, int]]:
        """The members, and their values, for which the device does not execute it."""
        for name, item in self.kind.members.items():
            if item.must and self.values[name] not in item.must:
                yield item, self.values[name]

    def explain(self) -> tuple[str, ...]:
        """The structure for messages: what a driver does not always write, a word each line."""
        words: dict[int, list[str]] = {}
        for name, item in self.kind.members.items():
            if self.values[name] != item.value:
                words.setdefault(item.word, []).append(f"{name} {self.values[name]:#x}")
        return (f"{self.kind.name} job", *(f"word {word}: {', '.join(texts)}" for word, texts in words.items()))


def refusal(member: Member, value: int) -> str:
    """What is wrong with a member's value: word, bits, value, what is executed."""
    allowed = " or ".join(map(str, member.must))
    v8 = f" (a structure of V8, which is not executed: {member.says})" if member.name in V8 else f": {member.says}"
    return f"word {member.word}, bits {member.bits}: {member.name} is {value:#x}, {allowed} is executed{v8}"


V8 = frozenset({"no_z_offset", "depthwise", "post_multiplier_22_15"})
"""Members that only the newer generation V8 sets."""
