"""Words of chunks that lie in memory, as the transfers that bring them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from tb.borders.comparison.transfers import ExpectedTransfers

NO_CHUNK = -1
Numbers = NDArray[np.int64]


def words_of(parts: Sequence[tuple[Fetched | ExpectedWrites, Numbers]]) -> ExpectedTransfers:
    """The bytes of words of chunks.

    Args:
        parts: streams one behind the other, each with the numbers of its chunks, int64 [words, chunks of a word];
            `NO_CHUNK`: there is none, and nothing is known of its bytes.
    """
    values, known = [], []
    for item, words in parts:
        flags = item.known if isinstance(item, Fetched) else item.care
        values.append(np.where(words[..., None] >= 0, item.data[words], 0).reshape(len(words), -1))
        known.append((flags[words] & (words >= 0)[..., None]).reshape(len(words), -1))
    ends = np.cumsum([len(words) for _, words in parts])
    chunk_bytes = parts[0][0].where.chunk_bytes

    def stream(row: int) -> tuple[Footprint, Numbers]:
        number = int(np.searchsorted(ends, row, side="right"))
        item, words = parts[number]
        return item.where, words[row - (int(ends[number - 1]) if number else 0)]

    def place(row: int, byte: int) -> tuple[str, int]:
        where, chunks = stream(row)
        return where.port, int(where.addresses[chunks[byte // chunk_bytes]]) + byte % chunk_bytes

    def name(row: int) -> str:
        return f"word of {stream(row)[0].label}"

    def name_element(row: int, byte: int) -> str:
        address = place(row, byte)[1]
        return f"{stream(row)[0].describe(address)} at {address:#x}"

    return ExpectedTransfers(np.concatenate(values), np.concatenate(known), name, name_element, place)
