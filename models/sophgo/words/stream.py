"""A stream of words: how the device takes them out of memory, and which it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from models.memory.sparse import Bytes
from models.sophgo.words.description import WORD_SETS, Queue, WordKind, WordSet
from models.sophgo.words.word import Word

UNIT_BYTES = 16
"""Every word is a multiple of it, and so is a stream."""


class Reason(IntEnum):
    """Why a queue stopped: REASON of the register STOPPED."""

    NONE = 0
    CUT = 1
    LONG = 2
    NOT_EXECUTED = 3
    ID = 4
    MEMBER = 5
    WAITS = 6


@dataclass(frozen=True, slots=True)
class Refusal:
    """A word that the device refuses: its queue stops there.

    Attributes:
        queue: whose word it is.
        number: which word of the stream, from 1.
        reason: why, as the device says it.
        field: the member that says so; empty: none does.
        value: what it holds.
        why: why, in words.
    """

    queue: Queue
    number: int
    reason: Reason
    field: str
    value: int
    why: str

    def __str__(self) -> str:
        member = f"{self.field} is {self.value:#x}: " if self.field else ""
        return f"{self.queue} word {self.number}: {member}{self.why}"


_Refuse = Callable[[Reason, str, int, str], Refusal]


def split(data: Bytes, queue: Queue) -> Iterator[Word | Refusal]:
    """The words of a stream up to its end word; a refusal is the last one.

    A stream of no bytes has no words, and ends at once.
    """
    at, number = 0, 0
    while at < len(data) or number:
        number += 1
        item = _next(data[at:].tobytes(), WORD_SETS[queue], number)
        yield item
        if isinstance(item, Refusal) or item.ends:
            return
        at += item.kind.size_bytes


def _next(rest: bytes, words: WordSet, number: int) -> Word | Refusal:
    """The word that a stream goes on with, or why there is none."""
    queue = words.queue

    def refused(reason: Reason, field: str, value: int, why: str) -> Refusal:
        return Refusal(queue, number, reason, field, value, why)

    if len(rest) < UNIT_BYTES:
        return refused(Reason.CUT, "", 0, f"the stream is cut: {len(rest)} bytes are left, and no word has ended it")
    bits = int.from_bytes(rest[:UNIT_BYTES], "little")
    head = {name: where.get(bits) for name, where in words.head.items()}
    short, opcode, function = head["cmd_short"], head[words.opcode], head[words.function]
    kind = words.find(short, opcode, function)
    if queue is Queue.TIU and not short and (kind is None or kind.short):
        return refused(Reason.LONG, "cmd_short", short, "long forms are not executed")
    if kind is None:
        known = {
            item.name for item in words.kinds.values() if item.opcode == opcode and item.short in (None, bool(short))
        }
        if known:
            return refused(
                Reason.NOT_EXECUTED, words.function, function, f"no function of {' or '.join(sorted(known))}"
            )
        return refused(Reason.NOT_EXECUTED, words.opcode, opcode, f"no word of {queue} on BM1684X")
    if kind.functions[function] not in kind.executed:
        return refused(
            Reason.NOT_EXECUTED, words.function, function, f"{kind.name}.{kind.functions[function]} is not executed"
        )
    return _whole(rest, kind, number, refused)


def _whole(rest: bytes, kind: WordKind, number: int, refused: _Refuse) -> Word | Refusal:
    """The members of a word that is executed, if all of it is there and it has its turn."""
    if len(rest) < kind.size_bytes:
        return refused(Reason.CUT, "", 0, f"the stream is cut: {len(rest)} of {kind.size_bytes} bytes of {kind.name}")
    word = Word.decode(kind, int.from_bytes(rest[: kind.size_bytes], "little"))
    if not word.ends and word["cmd_id"] != number & kind.fields["cmd_id"].mask:
        return refused(Reason.ID, "cmd_id", word["cmd_id"], f"ids count words from 1, expected {number:#x}")
    return word


def disassemble(data: Bytes, queue: Queue) -> Iterator[tuple[int, str]]:
    """A stream as text: for each word where it begins, in bytes, and a line."""
    at = 0
    for item in split(data, queue):
        if isinstance(item, Refusal):
            yield at, f"refused: {item}"
        else:
            yield at, item.disassemble()
            at += item.kind.size_bytes
