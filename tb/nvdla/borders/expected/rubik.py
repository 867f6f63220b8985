"""Rubik: the words that it reads, and those that it gives to be written, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.memory.footprint import ExpectedWrites, Fetched
from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ceil_div
from tb.borders.comparison.memory_words import NO_CHUNK, words_of
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.words import in_words
from tb.nvdla.borders.links.payloads import beat_bytes

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

    def _planes(self, side: Side, base: int, surface: int, first: int, pixels: int) -> Iterator[Line]:
        """The lines of a block in each plane of a surface."""
        size = self._rubik.element_bytes
        for plane in range(surface * self._lanes, min((surface + 1) * self._lanes, self._channels)):
            yield base + plane * side.surface_stride_bytes + first * size, ceil_div(pixels * size, self._atom)

    def read(self) -> Iterator[Line]:
        """The lines that are read."""
        rubik, side = self._rubik, self._rubik.source
        for surface, line, row, first, pixels in self._blocks():
            base = side.address + line * side.line_stride_bytes
            if rubik.mode == "MERGE":
                yield from self._planes(side, base, surface, first, pixels)
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
                yield from self._planes(side, base, surface, first, pixels)
            else:
                columns = rubik.x_stride
                yield base + surface * side.surface_stride_bytes + first * columns * self._atom, pixels * columns


def read(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """What it reads."""
    return _moved(layer.lead.fetched, _walk(layer, config).read(), config)


def written(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """What it writes."""
    return _moved(layer.writes, _walk(layer, config).written(), config)


def _walk(layer: Layer, config: HwConfig) -> Walk:
    rubik = layer.descriptor
    assert isinstance(rubik, Rubik)
    return Walk(rubik, config)


def _moved(items: Sequence[Fetched | ExpectedWrites], lines: Iterator[Line], config: HwConfig) -> ExpectedTransfers:
    (item,) = items
    return words_of([(item, in_words(_numbers(lines, item.where.addresses, config), config))])


def _numbers(lines: Iterator[Line], addresses: NDArray[np.uint64], config: HwConfig) -> Iterator[NDArray[np.int64]]:
    """The atoms of each line by their numbers among some addresses, int64 [1, atoms]."""
    order = np.argsort(addresses, kind="stable")
    ranked = addresses[order]
    for first, atoms in lines:
        wanted = (np.uint64(first % (1 << 64)) + np.arange(atoms, dtype=np.uint64) * np.uint64(config.atom_bytes))[None]
        rows = np.minimum(np.searchsorted(ranked, wanted), len(ranked) - 1)
        yield np.where(ranked[rows] == wanted, order[rows], NO_CHUNK)
