"""CDP: the cube that it is to work on, its input from memory, and the words that it gives to be written."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from tb.borders.comparison.memory_words import words_of
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.cubes import atoms_of
from tb.nvdla.borders.expected.words import in_words

BLOCK_ATOMS = 8
"""Pixels of a line that are worked on in all surfaces before the next ones."""


def sizes(layer: Layer, _config: HwConfig) -> ExpectedTransfers:
    """The cube's sizes, less one, the lowest member first."""
    cdp = _cdp(layer)
    values = np.array([[cdp.channels, cdp.height, cdp.width]], np.uint64) - np.uint64(1)
    return ExpectedTransfers(values, np.ones(values.shape, np.bool_), lambda _: "sizes, less one")


def read(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """The input as it lies in memory, in CDP's order; nothing is known of elements without a channel."""
    (item,) = (item for claim in layer.claims for item in claim.fetched)
    cdp = _cdp(layer)
    surfaces, height, width = cdp.reading.layout(config).extent
    order = np.concatenate([run.reshape(-1) for run in _runs((surfaces, height, width))])
    transfers, size = atoms_of([(item, order)]), ELEMENT_BYTES[cdp.reading.precision]
    channels = order[:, None] // (height * width) * (config.atom_bytes // size) + np.arange(config.atom_bytes) // size
    known = transfers.known.copy()
    known[:, : config.atom_bytes] &= channels < cdp.channels
    return replace(transfers, known=known)


def written(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """What is written, in the same order."""
    (item,) = layer.writes
    return words_of([(item, in_words(_runs(_cdp(layer).layout(config).extent), config))])


def _cdp(layer: Layer) -> Cdp:
    assert isinstance(layer.descriptor, Cdp)
    return layer.descriptor


def _runs(extent: tuple[int, int, int]) -> list[NDArray[np.int64]]:
    """Numbers of a cube's atoms: of each block of a line, int64 [surfaces, columns]."""
    _, height, width = extent
    cube = np.arange(int(np.prod(extent))).reshape(extent)
    firsts = range(0, width, BLOCK_ATOMS)
    return [cube[:, line, first : first + BLOCK_ATOMS] for line in range(height) for first in firsts]
