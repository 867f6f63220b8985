"""Words that DMA front ends give and take: the atoms of a line, each line beginning with a new word."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from models.nvdla.config import HwConfig
from tb.borders.comparison.memory_words import NO_CHUNK, Numbers
from tb.nvdla.borders.links.payloads import beat_bytes


def in_words(blocks: Iterable[Numbers], config: HwConfig) -> Numbers:
    """Lines as words.

    Args:
        blocks: numbers of atoms, int64 [lines, atoms of a line], one block of lines behind the other.
        config: the hardware configuration.

    Returns:
        int64 [words, atoms of a word]; `NO_CHUNK` fills up the last word of a line.
    """
    atoms, found = beat_bytes(config) // config.atom_bytes, list[Numbers]()
    for lines in blocks:
        count, length = lines.shape
        whole = np.full((count, -(-length // atoms) * atoms), NO_CHUNK)
        whole[:, :length] = lines
        found.append(whole.reshape(-1, atoms))
    return np.concatenate(found)
