"""One command word, as members and as bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from models.memory.sparse import Bytes
from models.nearest import did_you_mean
from models.sophgo.words.description import KINDS, WORD_SETS, Queue, WordKind

CMD_ID_EN = 1
"""What `cmd_id_en` is in every word that waits for the other queue."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word; members that are not named are 0.

    Attributes:
        kind: what kind of word it is.
        values: its members, by name.
    """

    kind: WordKind
    values: Mapping[str, int]

    def __getitem__(self, name: str) -> int:
        return self.values[name]

    @classmethod
    def of(cls, kind: str, function: str, **values: int) -> Word:
        """A word with its head filled in; other members are 0 where they are not given.

        Raises:
            ValueError: it has no such function or member, or a value does not fit.
        """
        described = KINDS[kind]
        words = WORD_SETS[described.queue]
        if function not in described.functions.values():
            near = did_you_mean(function, described.functions.values())
            raise ValueError(f"{kind} has no function {function}{near}")
        for name in values:
            if name not in described.fields:
                raise ValueError(f"{kind} has no member {name}{did_you_mean(name, described.fields)}")
        head = {
            "cmd_short": int(described.short or 0),
            "cmd_id_en": CMD_ID_EN,
            words.opcode: described.opcode,
            words.function: described.number_of(function),
        }
        for name, value in values.items():
            described.fields[name].put(value, f"{kind}.{name}")
        return cls(described, MappingProxyType(dict.fromkeys(described.fields, 0) | head | values))

    def changed(self, **values: int) -> Word:
        """The word with other values of members; errors as of `of`."""
        return Word.of(self.kind.name, self.function, **{**self.values, **values})

    @classmethod
    def decode(cls, kind: WordKind, number: int) -> Word:
        """The members of a word that is given as a number, its first byte the lowest."""
        return cls(kind, MappingProxyType({name: where.get(number) for name, where in kind.fields.items()}))

    def encode(self) -> Bytes:
        """Its bytes; reserved bits are 0."""
        number = sum(where.put(self.values[name], name) for name, where in self.kind.fields.items())
        return np.frombuffer(number.to_bytes(self.kind.size_bytes, "little"), np.uint8)

    @property
    def queue(self) -> Queue:
        """Whose it is."""
        return self.kind.queue

    @property
    def function(self) -> str:
        """Name of what it does."""
        return self.kind.functions[self.values[WORD_SETS[self.queue].function]]

    @property
    def executed(self) -> bool:
        """Whether the device executes it."""
        return self.function in self.kind.executed

    @property
    def ends(self) -> bool:
        """Whether it ends its stream."""
        return self.kind.name in ("SYS", "DMA_sys") and self.function == "end"

    def __str__(self) -> str:
        return f"{self.kind.name}.{self.function} {self['cmd_id']}"

    def disassemble(self) -> str:
        """The word on one line: what it is, what it waits for, and its members that are not 0."""
        words = WORD_SETS[self.queue]
        head = ("cmd_short", "cmd_id_en", "cmd_id", "cmd_id_dep", words.opcode, words.function)
        members = [f"{name}={value:#x}" for name, value in self.values.items() if value and name not in head]
        after = f" after {self.queue.other} {self['cmd_id_dep']}" if self["cmd_id_dep"] else ""
        return " ".join([f"{self}{after}:", *members]) if members else f"{self}{after}"


END: Mapping[Queue, Word] = MappingProxyType({Queue.TIU: Word.of("SYS", "end"), Queue.GDMA: Word.of("DMA_sys", "end")})
"""The end word of each queue."""
