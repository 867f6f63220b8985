"""The borders of CDP: its input from memory, and the words that it gives to be written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.cdp.descriptor import READER, UNIT, Cdp
from models.nvdla.config import HwConfig
from tb.nvdla.borders.atoms import atom_elements, passing_atoms
from tb.nvdla.borders.bdma import MEMORY
from tb.nvdla.borders.border import Border, Element, Passing
from tb.nvdla.borders.members import SIZE_BITS, atom, cube, word
from tb.nvdla.borders.words import in_words, word_elements, words_of

BLOCK_ATOMS = 8
"""Pixels of a line that are worked on in all surfaces before the next ones."""
SIZES = ("channel", "height", "width")
"""Of a cube, the lowest first."""


def size_elements(config: HwConfig) -> list[Element]:  # noqa: ARG001 - as wide as the registers
    """A cube's sizes, less one."""
    return [Element(name, number * SIZE_BITS, SIZE_BITS) for number, name in enumerate(SIZES)]


def told(layer: Layer, config: HwConfig) -> Passing | None:  # noqa: ARG001 - it is the same everywhere
    """The cube that CDP_RDMA tells CDP."""
    cdp = layer.descriptor
    if not isinstance(cdp, Cdp):
        return None
    sizes = np.array([[cdp.channels, cdp.height, cdp.width]], np.uint64) - np.uint64(1)
    return Passing(sizes, np.ones(sizes.shape, np.bool_), lambda _: "sizes, less one")


def read(layer: Layer, config: HwConfig) -> Passing | None:
    """The input as it lies in memory, in CDP's order."""
    cdp = layer.descriptor
    if not isinstance(cdp, Cdp):
        return None
    (item,) = (item for claim in layer.claims for item in claim.fetched)
    order = np.concatenate([runs.reshape(-1) for runs in _runs(cdp.reading.layout(config).extent)])
    return passing_atoms([((item.where, item.data, item.known), order)])


def written(layer: Layer, config: HwConfig) -> Passing | None:
    """What is written, in the same order."""
    cdp = layer.descriptor
    if not isinstance(cdp, Cdp):
        return None
    (item,) = layer.writes
    words = np.concatenate([in_words(runs, config) for runs in _runs(cdp.layout(config).extent)])
    return words_of([((item.where, item.data, item.care), words)])


def _runs(extent: tuple[int, int, int]) -> list[NDArray[np.int64]]:
    """Numbers of a cube's atoms: of each block of a line, [surfaces, columns]."""
    _, height, width = extent
    cube = np.arange(int(np.prod(extent))).reshape(extent)
    firsts = range(0, width, BLOCK_ATOMS)
    return [cube[:, line, first : first + BLOCK_ATOMS] for line in range(height) for first in firsts]


BORDERS = (
    Border(
        tap="rdma_cdp_cube",
        text="CDP_RDMA to CDP, sizes",
        block=READER,
        giver=READER,
        taker=UNIT,
        elements=size_elements,
        members=cube,
        passing=told,
    ),
    Border(
        tap="rdma_cdp",
        text="CDP_RDMA to CDP",
        block=READER,
        giver=READER,
        taker=UNIT,
        elements=atom_elements,
        members=atom,
        passing=read,
    ),
    Border(
        tap="cdp_write",
        text="CDP to memory",
        block=UNIT,
        giver=UNIT,
        taker=MEMORY,
        behind=("rdma_cdp_cube", "rdma_cdp"),
        elements=word_elements,
        members=word,
        passing=written,
    ),
)
