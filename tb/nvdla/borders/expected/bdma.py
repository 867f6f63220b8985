"""BDMA: the words that it reads, and those that it gives to be written; each line of each copy begins a new one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.layer import Layer
from models.memory.footprint import ExpectedWrites, Fetched
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.config import HwConfig
from tb.borders.comparison.memory_words import words_of
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.words import in_words


def read(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """What the copies read."""
    return _copied(layer, config, layer.lead.fetched)


def written(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """What they write."""
    return _copied(layer, config, layer.writes)


def _copied(layer: Layer, config: HwConfig, items: Sequence[Fetched | ExpectedWrites]) -> ExpectedTransfers:
    bdma = layer.descriptor
    assert isinstance(bdma, Bdma)
    lines = [
        np.arange(len(item.data)).reshape(-1, copy.line_atoms) for copy, item in zip(bdma.copies, items, strict=True)
    ]
    return words_of([(item, in_words([of_copy], config)) for item, of_copy in zip(items, lines, strict=True)])
