"""Words that DMA front ends give and take: the atoms of a line, each line beginning with a new word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from models.nvdla.config import HwConfig
from tb.nvdla.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.links.payloads import beat_bytes

NO_ATOM = -1
Numbers = NDArray[np.int64]


def in_words(blocks: Iterable[Numbers], config: HwConfig) -> Numbers:
    """Lines as words.

    Args:
        blocks: numbers of atoms, int64 [lines, atoms of a line], one block of lines behind the other.
        config: the hardware configuration.

    Returns:
        int64 [words, atoms of a word]; `NO_ATOM` fills up the last word of a line.
    """
    atoms, found = beat_bytes(config) // config.atom_bytes, list[Numbers]()
    for lines in blocks:
        count, length = lines.shape
        whole = np.full((count, -(-length // atoms) * atoms), NO_ATOM)
        whole[:, :length] = lines
        found.append(whole.reshape(-1, atoms))
    return np.concatenate(found)


def words_of(parts: Sequence[tuple[Fetched | ExpectedWrites, Numbers]]) -> ExpectedTransfers:
    """The bytes of words of atoms that lie in memory.

    Args:
        parts: streams one behind the other, each with the numbers of its atoms, int64 [words, atoms of a word].
    """
    values, known = [], []
    for item, words in parts:
        flags = item.known if isinstance(item, Fetched) else item.care
        values.append(np.where(words[..., None] >= 0, item.data[words], 0).reshape(len(words), -1))
        known.append((flags[words] & (words >= 0)[..., None]).reshape(len(words), -1))
    ends = np.cumsum([len(words) for _, words in parts])
    atom_bytes = parts[0][0].where.chunk_bytes

    def stream(row: int) -> tuple[Footprint, Numbers]:
        number = int(np.searchsorted(ends, row, side="right"))
        item, words = parts[number]
        return item.where, words[row - (int(ends[number - 1]) if number else 0)]

    def place(row: int, byte: int) -> tuple[str, int]:
        where, atoms = stream(row)
        return where.port, int(where.addresses[atoms[byte // atom_bytes]]) + byte % atom_bytes

    def name(row: int) -> str:
        return f"word of {stream(row)[0].label}"

    def name_element(row: int, byte: int) -> str:
        address = place(row, byte)[1]
        return f"{stream(row)[0].describe(address)} at {address:#x}"

    return ExpectedTransfers(np.concatenate(values), np.concatenate(known), name, name_element, place)
