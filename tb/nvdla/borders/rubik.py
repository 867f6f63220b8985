"""The borders of Rubik: the words that it reads, and those that it gives to be written."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import UNIT, Rubik
from models.nvdla.surfaces.layout import ceil_div
from tb.nvdla.borders.bdma import MEMORY
from tb.nvdla.borders.border import Border, Passing
from tb.nvdla.borders.members import word
from tb.nvdla.borders.words import NO_ATOM, beat_bytes, in_words, word_elements, words_of

MOST_COLUMNS = 32
"""Of a contract, as the field of its stride has them."""
Line = tuple[int, int]
"""Address and atoms."""


class Walk:
    """The order in which a layer's lines are read and written: by blocks of pixels, each in pieces.

    A piece is a column of what a pixel becomes (CONTRACT), a plane (MERGE reads, SPLIT writes), or the whole block.

    Args:
        rubik: the layer.
        config: the hardware configuration.
    """

    def __init__(self, rubik: Rubik, config: HwConfig) -> None:
        self._rubik, self._atom = rubik, config.atom_bytes
        self._lanes = config.atom_bytes // rubik.element_bytes
        beat = beat_bytes(config)
        slots = max(beat, MOST_COLUMNS * (beat // config.atom_bytes))
        columns_bits = (rubik.x_stride - 1).bit_length()
        self._pixels = slots >> columns_bits if rubik.mode == "CONTRACT" else beat // rubik.element_bytes
        channels = rubik.channels if rubik.mode == "MERGE" else rubik.out_channels
        self._channels = channels
        self._surfaces = ceil_div(channels, self._lanes)

    def _blocks(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Surface, line, row, first pixel and pixels of each block."""
        width = self._rubik.width
        for surface, line, row in np.ndindex(self._surfaces, self._rubik.height, self._rubik.y_stride):
            for first in range(0, width, self._pixels):
                yield surface, line, row, first, min(self._pixels, width - first)

    def _planes(self, surface: int) -> range:
        return range(surface * self._lanes, min((surface + 1) * self._lanes, self._channels))

    def _of_plane(self, pixels: int) -> int:
        return ceil_div(pixels * self._rubik.element_bytes, self._atom)

    def read(self) -> Iterator[Line]:
        """The lines that are read."""
        rubik, side = self._rubik, self._rubik.source
        for surface, line, row, first, pixels in self._blocks():
            base = side.address + line * side.line_stride_bytes
            if rubik.mode == "MERGE":
                for plane in self._planes(surface):
                    at = base + plane * side.surface_stride_bytes + first * rubik.element_bytes
                    yield at, self._of_plane(pixels)
                continue
            base += surface * side.surface_stride_bytes + first * self._atom
            for column in range(rubik.x_stride):
                yield base + (row * rubik.x_stride + column) * rubik.contract_group_bytes, pixels

    def written(self) -> Iterator[Line]:
        """The lines that are written."""
        rubik, side = self._rubik, self._rubik.destination
        down = rubik.contract_line_bytes if rubik.mode == "CONTRACT" else side.line_stride_bytes
        for surface, line, row, first, pixels in self._blocks():
            base = side.address + line * down + row * side.line_stride_bytes
            if rubik.mode == "SPLIT":
                for plane in self._planes(surface):
                    at = base + plane * side.surface_stride_bytes + first * rubik.element_bytes
                    yield at, self._of_plane(pixels)
            else:
                columns = rubik.x_stride
                yield base + surface * side.surface_stride_bytes + first * columns * self._atom, pixels * columns


def _numbers(lines: Iterator[Line], addresses: NDArray[np.uint64], config: HwConfig) -> NDArray[np.int64]:
    """The atoms of lines in words, by their numbers among some addresses."""
    order = np.argsort(addresses, kind="stable")
    ranked, words = addresses[order], []
    for first, atoms in lines:
        wanted = (np.uint64(first % (1 << 64)) + np.arange(atoms, dtype=np.uint64) * np.uint64(config.atom_bytes))[None]
        rows = np.minimum(np.searchsorted(ranked, wanted), len(ranked) - 1)
        words.append(in_words(np.where(ranked[rows] == wanted, order[rows], NO_ATOM), config))
    return np.concatenate(words)


def read(layer: Layer, config: HwConfig) -> Passing:
    """What it reads."""
    rubik, (item,) = layer.descriptor, layer.lead.fetched
    assert isinstance(rubik, Rubik)
    words = _numbers(Walk(rubik, config).read(), item.where.addresses, config)
    return words_of([((item.where, item.data, item.known), words)])


def written(layer: Layer, config: HwConfig) -> Passing:
    """What it writes."""
    rubik, (item,) = layer.descriptor, layer.writes
    assert isinstance(rubik, Rubik)
    words = _numbers(Walk(rubik, config).written(), item.where.addresses, config)
    return words_of([((item.where, item.data, item.care), words)])


BORDERS = (
    Border(
        tap="rbk_read",
        text="memory to Rubik",
        block=UNIT,
        giver="RBK, where it reads",
        taker=UNIT,
        elements=word_elements,
        members=word,
        passing=read,
    ),
    Border(
        tap="rbk_write",
        text="Rubik to memory",
        block=UNIT,
        giver=UNIT,
        taker=MEMORY,
        behind=("rbk_read",),
        elements=word_elements,
        members=word,
        passing=written,
    ),
)
