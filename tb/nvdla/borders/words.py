"""Streams of words that DMA front ends give and take: the atoms of a line, each line beginning with a new word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Footprint
from models.memory.sparse import Bytes
from models.nvdla.config import HwConfig
from tb.nvdla.borders.border import Element, Passing, elements

NO_ATOM = -1


def word_elements(config: HwConfig) -> list[Element]:
    """The bytes of a word."""
    return elements("byte {}", 0, 8, beat_bytes(config))


def beat_bytes(config: HwConfig) -> int:
    """Bytes of a word."""
    return next(iter(config.ports.values())).data_bytes


def in_words(lines: NDArray[np.int64], config: HwConfig) -> NDArray[np.int64]:
    """Numbers of atoms, [lines, atoms of a line], as words of them, [words, atoms of a word]; `NO_ATOM` fills up."""
    atoms = beat_bytes(config) // config.atom_bytes
    count, length = lines.shape
    whole = np.full((count, -(-length // atoms) * atoms), NO_ATOM)
    whole[:, :length] = lines
    return whole.reshape(-1, atoms)


Stream = tuple[Footprint, Bytes, Flags]
"""Where atoms lie, their bytes, and which of these are known."""


def words_of(streams: Sequence[tuple[Stream, NDArray[np.int64]]]) -> Passing:
    """Streams one behind the other, each with the numbers of its atoms in words."""
    values, known = [], []
    for (_, data, flags), words in streams:
        values.append(np.where(words[..., None] >= 0, data[words], 0).reshape(len(words), -1))
        known.append((flags[words] & (words >= 0)[..., None]).reshape(len(words), -1))
    ends = np.cumsum([len(words) for _, words in streams])

    def name(row: int) -> str:
        return f"word of {_of(row)[0].label}"

    def place(row: int, byte: int) -> tuple[str, int]:
        where, atom = _of(row)[0], _of(row)[1][byte // where_bytes]
        return where.port, int(where.addresses[atom]) + byte % where_bytes

    def name_element(row: int, byte: int) -> str:
        address = place(row, byte)[1]
        return f"{_of(row)[0].describe(address)} at {address:#x}"

    def _of(row: int) -> tuple[Footprint, NDArray[np.int64]]:
        number = int(np.searchsorted(ends, row, side="right"))
        (where, _, _), words = streams[number]
        return where, words[row - (int(ends[number - 1]) if number else 0)]

    where_bytes = streams[0][0][0].chunk_bytes
    return Passing(np.concatenate(values), np.concatenate(known), name, name_element, place)
