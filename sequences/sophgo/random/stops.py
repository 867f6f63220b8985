"""Kernels with a word at which a queue stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.operations.operand import MemberError, UndefinedError
from models.sophgo.operations.table import operation_of
from models.sophgo.words.description import KINDS, WORD_SETS, Queue
from models.sophgo.words.stream import Reason
from models.sophgo.words.word import Word

STOPS = {
    Reason.CUT: "stream-ends",
    Reason.LONG: "short-forms",
    Reason.NOT_EXECUTED: "executed-words",
    Reason.ID: "ids-in-order",
    Reason.MEMBER: "members",
    Reason.WAITS: "waits-end",
}
"""Why a queue may stop, and the rule that its word breaks; what other words wait for may then not end."""
HEAD = ("cmd_short", "cmd_id_en", "cmd_id", "cmd_id_dep")
"""Members for which words are not refused, or for other reasons; opcode and function are so too."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """A kernel in which a queue stops.

    Attributes:
        words: those of both queues.
        ends: whether their streams have end words.
    """

    words: Sequence[Word]
    ends: bool


def stopping(
    rng: np.random.Generator, words: Sequence[Word], queue: Queue, reason: Reason, config: SophgoConfig
) -> Stopping:
    """A legal kernel with a word of a queue at which that stops for a reason.

    Args:
        rng: draws which word, and how.
        words: the kernel.
        queue: which of its queues stops; it has words.
        reason: why.
        config: the hardware configuration.
    """
    mine = [number for number, word in enumerate(words) if word.queue is queue]
    at, found = int(rng.choice(mine)), list(words)
    if reason is Reason.CUT:
        return Stopping(found, ends=False)
    found[at] = _spoiled(rng, found[at], reason, len(words) - len(mine), config)
    return Stopping(found, ends=True)


def refused(rng: np.random.Generator, word: Word, config: SophgoConfig) -> Word:
    """A word of which one member, any of those for which it may be, has a value for which it is refused."""
    words = WORD_SETS[word.queue]
    names = [name for name in word.kind.fields if name not in (*HEAD, words.opcode, words.function)]
    for name in rng.permutation(names):
        where = word.kind.fields[str(name)]
        most = (1 << where.width) - 1
        for drawn in (0, 1, most >> 1, most, int(rng.integers(most, endpoint=True))):
            value = where.get(drawn << where.low)
            changed = replace(word, values=MappingProxyType({**word.values, str(name): value}))
            if _has_refused_member(changed, config):
                return changed
    raise AssertionError(f"{word} is refused for no member")


def _has_refused_member(word: Word, config: SophgoConfig) -> bool:
    try:
        operation_of(word, config)
    except MemberError:
        return True
    except UndefinedError:
        pass
    return False


def _spoiled(rng: np.random.Generator, word: Word, reason: Reason, others: int, config: SophgoConfig) -> Word:
    """A word that its queue refuses, or that waits for ever."""
    match reason:
        case Reason.LONG:
            return word.changed(cmd_short=0)
        case Reason.NOT_EXECUTED:
            names = [name for name, kind in KINDS.items() if kind.queue is word.queue and not kind.executed]
            kind = KINDS[str(rng.choice(names))]
            return Word.of(kind.name, str(rng.choice(list(kind.functions.values()))), cmd_id=word["cmd_id"])
        case Reason.ID:
            return word.changed(cmd_id=word["cmd_id"] + int(rng.choice([-1, 1, 2])))
        case Reason.WAITS:
            return word.changed(cmd_id_dep=others + int(rng.integers(1, 4)))
    return refused(rng, word, config)
