"""Memories, addresses and strides as registers hold them."""

from __future__ import annotations

from models.nvdla.codec.items import KEY, Leaf, Metadata
from models.nvdla.codec.words import NewWords, Only, Place, Words, places
from models.registers import WORD_BITS


def split_address(address: int) -> tuple[int, int]:
    """The low and the high word of an address."""
    high, low = divmod(address, 1 << WORD_BITS)
    return low, high


def join_address(low: int, high: int) -> int:
    """The address of its low and its high word."""
    return high << WORD_BITS | low


class Memory(Leaf):
    """The name of a memory, whose RAM type is in a field."""

    def read(self, words: Words, place: Place) -> str:
        """The memory, absent or not."""
        _, number = words.at(place)
        return words.config.ram_types[number]

    def write(self, words: NewWords, value: str) -> None:
        """Its RAM type.

        Raises:
            ValueError: the configuration does not have it.
        """
        (place,) = self.places
        words.put(place, words.config.ram_type(value))


class Address(Leaf):
    """An address in two registers, that of its low word first."""

    def read(self, words: Words, _place: Place) -> int:
        """Of both words."""
        return join_address(*map(words.whole, self.places))

    def write(self, words: NewWords, value: int) -> None:
        """Both words as they are; whether registers hold them is looked at when all are there."""
        for place, word in zip(self.places, split_address(value), strict=True):
            words.put_whole(place, word)


class Stride(Leaf):
    """A number of bytes that is a register's word."""

    def read(self, words: Words, place: Place) -> int:
        """The word."""
        return words.whole(place)

    def write(self, words: NewWords, value: int) -> None:
        """The word as it is, as those of an address."""
        (place,) = self.places
        words.put_whole(place, value)


def memory(where: str) -> Metadata:
    """Metadata of the name of a memory."""
    return {KEY: Memory(places(where))}


def address(low: str, high: str) -> Metadata:
    """Metadata of an address in two registers."""
    return {KEY: Address(places(low, high))}


def stride(where: str, *only: Only) -> Metadata:
    """Metadata of a number of bytes that is a register's word, in layers of some kinds."""
    return {KEY: Stride(places(where), only)}
