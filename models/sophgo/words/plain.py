"""A command word as a program that is made smaller has it: addresses of transfers in one, only what is not 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from models.sophgo.words.description import KINDS, WORD_SETS
from models.sophgo.words.word import Word

SIDES = ("src", "dst", "index", "mask")
ADDRESS_BITS, LOW_BITS = 40, 32


@dataclass(frozen=True, slots=True)
class Has:
    """A member of a word.

    Attributes:
        name: what it is called.
        value: what it holds.
    """

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class PlainWord:
    """A word without its ids, which follow from what it touches.

    Attributes:
        kind: what kind of word it is.
        function: what it does.
        src: where a transfer takes from; 0 in words that have no such side, as are the others.
        dst: where it goes to.
        index: where its index is.
        mask: where its mask is.
        members: the others that are not 0.
    """

    kind: str
    function: str
    src: int = 0
    dst: int = 0
    index: int = 0
    mask: int = 0
    members: tuple[Has, ...] = ()

    @classmethod
    def of(cls, word: Word) -> PlainWord:
        """A word as it is here."""
        words = WORD_SETS[word.queue]
        head = ("cmd_id", "cmd_id_dep", "cmd_short", "cmd_id_en", words.opcode, words.function)
        values = {name: value for name, value in word.values.items() if value and name not in head}
        places = {side: _taken_out(values, side) for side in SIDES}
        return cls(word.kind.name, word.function, **places, members=tuple(Has(*item) for item in values.items()))

    def word(self) -> Word:
        """The word.

        Raises:
            ValueError: it has no such member, or a value does not fit.
        """
        values = {item.name: item.value for item in self.members}
        for side in SIDES:
            if f"{side}_start_addr_l32" in KINDS[self.kind].fields:
                address = getattr(self, side)
                values |= {f"{side}_start_addr_l32": address & (1 << LOW_BITS) - 1}
                values |= {f"{side}_start_addr_h8": address >> LOW_BITS}
        return Word.of(self.kind, self.function, **values)

    def without_zeros(self) -> PlainWord:
        """The same without members that have become 0."""
        return replace(self, members=tuple(item for item in self.members if item.value))


def _taken_out(values: dict[str, int], side: str) -> int:
    """The address of a side, which is taken out of the members."""
    found: Mapping[int, int] = {
        LOW_BITS * number: values.pop(f"{side}_start_addr_{part}", 0) for number, part in enumerate(("l32", "h8"))
    }
    return sum(value << shift for shift, value in found.items()) & (1 << ADDRESS_BITS) - 1
