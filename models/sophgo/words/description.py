"""The description of all words: which there are, where their members are, which are executed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from models.memory.packed import BitRange

FOLDER = Path(__file__).parent


class Queue(StrEnum):
    """The two queues of words."""

    TIU = "TIU"
    GDMA = "GDMA"

    @property
    def other(self) -> Queue:
        """The queue whose words this one's wait for."""
        return Queue.GDMA if self is Queue.TIU else Queue.TIU


@dataclass(frozen=True, slots=True)
class WordKind:
    """One kind of word.

    Attributes:
        name: what it is called.
        queue: whose it is.
        title: what its functions do.
        bits: how long it is.
        opcode: tells it from others, with `short` and the function.
        short: whether `cmd_short` is set; None: that does not matter.
        functions: names of what it may do, by number.
        executed: those that the device executes.
        fields: where its members are, by name; those of the head among them.
    """

    name: str
    queue: Queue
    title: str
    bits: int
    opcode: int
    short: bool | None
    functions: Mapping[int, str]
    executed: frozenset[str]
    fields: Mapping[str, BitRange]

    @property
    def size_bytes(self) -> int:
        """How many bytes it has in a stream."""
        return self.bits // 8

    def number_of(self, function: str) -> int:
        """The number of a function."""
        return next(number for number, name in self.functions.items() if name == function)


@dataclass(frozen=True, slots=True)
class WordSet:
    """The words of a queue.

    Attributes:
        queue: whose they are.
        head_bits: so long is what all have.
        head: members of that.
        opcode: name of the member that tells what kind of word it is.
        function: name of the member that tells what it does.
        kinds: the words, by name.
    """

    queue: Queue
    head_bits: int
    head: Mapping[str, BitRange]
    opcode: str
    function: str
    kinds: Mapping[str, WordKind]

    def find(self, short: int, opcode: int, function: int) -> WordKind | None:
        """The kind of word with such a head; None: there is none."""
        for kind in self.kinds.values():
            if kind.opcode == opcode and function in kind.functions and kind.short in (None, bool(short)):
                return kind
        return None


def _range(text: str) -> BitRange:
    high, _, low = text.rpartition(":")
    first = int(low)
    return BitRange(first, int(high or low) - first + 1, signed=False)


def _ranges(table: Mapping[str, str]) -> dict[str, BitRange]:
    return {name: _range(text) for name, text in table.items()}


def _read(queue: Queue, file: str) -> WordSet:
    """The words of a queue, from its file."""
    data: dict[str, Any] = tomllib.loads((FOLDER / file).read_text())
    head, words = data["head"], data["words"]
    shared = _ranges(head["fields"])
    kinds = {}
    for name, item in words.items():
        own = _ranges(words[item["fields_of"]]["fields"] if "fields_of" in item else item.get("fields", {}))
        functions = {number: function for function, number in item["functions"].items()}
        fields = dict(sorted((shared | own).items(), key=lambda pair: pair[1].low))
        kinds[name] = WordKind(
            name,
            queue,
            item["title"],
            item["bits"],
            item["opcode"],
            item.get("short"),
            MappingProxyType(functions),
            frozenset(item["executed"]),
            MappingProxyType(fields),
        )
    return WordSet(queue, head["bits"], shared, head["opcode"], head["function"], MappingProxyType(kinds))


WORD_SETS: Mapping[Queue, WordSet] = MappingProxyType(
    {Queue.TIU: _read(Queue.TIU, "tiu.toml"), Queue.GDMA: _read(Queue.GDMA, "dma.toml")}
)
KINDS: Mapping[str, WordKind] = MappingProxyType(
    {name: kind for words in WORD_SETS.values() for name, kind in words.kinds.items()}
)
"""All kinds of words, by name."""
