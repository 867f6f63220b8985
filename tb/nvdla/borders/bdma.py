"""The borders of BDMA: the words that it reads, and those that it gives to be written."""

from __future__ import annotations

import numpy as np

from models.layer import Layer
from models.nvdla.bdma.descriptor import UNIT, Bdma
from models.nvdla.config import HwConfig
from tb.nvdla.borders.border import Border, Passing
from tb.nvdla.borders.members import word
from tb.nvdla.borders.words import Stream, in_words, word_elements, words_of

MEMORY = "the memory interface"


def _copied(layer: Layer, config: HwConfig, streams: list[Stream]) -> Passing:
    """A word of a line begins anew with each line of each copy."""
    bdma = layer.descriptor
    assert isinstance(bdma, Bdma)
    words = []
    for copy, stream in zip(bdma.copies, streams, strict=True):
        words.append((stream, in_words(np.arange(len(stream[1])).reshape(-1, copy.line_atoms), config)))
    return words_of(words)


def read(layer: Layer, config: HwConfig) -> Passing:
    """What the copies read."""
    return _copied(layer, config, [(item.where, item.data, item.known) for item in layer.lead.fetched])


def written(layer: Layer, config: HwConfig) -> Passing:
    """What they write."""
    return _copied(layer, config, [(item.where, item.data, item.care) for item in layer.writes])


BORDERS = (
    Border(
        tap="bdma_read",
        text="memory to BDMA",
        block=UNIT,
        giver="BDMA, where it reads",
        taker=UNIT,
        elements=word_elements,
        members=word,
        passing=read,
    ),
    Border(
        tap="bdma_write",
        text="BDMA to memory",
        block=UNIT,
        giver=UNIT,
        taker=MEMORY,
        behind=("bdma_read",),
        elements=word_elements,
        members=word,
        passing=written,
    ),
)
