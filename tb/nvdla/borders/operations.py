"""A convolution as the MAC operations that it comes to: what CSC gives, and in which order (nvdla_link_pkg)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.conv.cbuf import group_kernels
from models.nvdla.conv.compute import geometry_of
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST
from models.nvdla.conv.geometry import Geometry, mac_steps, pad, windows
from models.nvdla.conv.image import ImageMoves
from models.nvdla.conv.inputs import ConvImage
from models.nvdla.conv.pre_addition import add_up, known_tiles
from models.nvdla.conv.streams import stored_layout
from models.nvdla.conv.view import WINOGRAD
from models.nvdla.conv.way import ConvWay
from models.nvdla.surfaces.kernel_orders import TILE, ImageKernels
from tb.nvdla.borders.pixels import pixel_order

START, END, CHANNEL_END, LAYER_END = 8, 4, 2, 1
"""Of `operation_t`."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is multiplied with the same weights, stripe by stripe.

    Attributes:
        name: block of channels, row and column.
        lanes: those that count, bool [lanes].
        data: codes of each operation of a kernel group, [operations, lanes].
        data_known: which are known, of the same shape.
        weights: codes, [kernels, lanes].
        weights_known: which are known, of the same shape.
    """

    name: str
    lanes: Flags
    data: NDArray[Any]
    data_known: Flags
    weights: NDArray[Any]
    weights_known: Flags


@dataclass(frozen=True, slots=True)
class Order:
    """All operations of a layer: for each its kernel group, step, its number in the group, and its flags.

    Attributes:
        group: int [operations]; `step`, `number` and `flags` likewise.
    """

    group: NDArray[np.int64]
    step: NDArray[np.int64]
    number: NDArray[np.int64]
    flags: NDArray[np.int64]


class Operations:
    """The operations of a layer.

    Args:
        way: the layer.
        config: the hardware configuration.
    """

    def __init__(self, way: ConvWay, config: HwConfig) -> None:
        self.way, self.config = way, config
        self.precision = way.conv.precision
        self.kernels = len(way.kernels.codes)
        self.group_kernels = group_kernels(config, self.precision)
        self.groups = -(-self.kernels // self.group_kernels)
        output = way.conv.output
        self.winograd = way.conv.mode == WINOGRAD
        across = 2 if self.winograd else 1
        self._shape = len(way.data.codes), -(-output.height // across), -(-output.width // across)

    @cached_property
    def count(self) -> int:
        """Operations of a kernel group for each step."""
        return int(np.prod(self._shape))

    @cached_property
    def stripes(self) -> list[tuple[int, int]]:
        """First operation and length of each stripe of a kernel group."""
        found, done, longest = [], 0, 2 * self.config.mac_kernels
        while done < self.count:
            left = self.count - done
            found.append((done, left if left < longest else self.config.mac_kernels))
            done += found[-1][1]
        return found

    @cached_property
    def steps(self) -> list[Step]:
        """What is multiplied, in order."""
        return list(self._tiles() if self.winograd else self._direct())

    @cached_property
    def order(self) -> Order:
        """All operations."""
        parts, steps = [], len(self.steps)
        for group in range(self.groups):
            for first, size in self.stripes:
                last = group == self.groups - 1 and first + size == self.count
                numbers = np.arange(first, first + size)
                for step in range(steps):
                    flags = np.zeros(size, np.int64)
                    flags[0] |= START
                    flags[-1] |= END
                    if step == steps - 1:
                        flags |= CHANNEL_END
                        flags[-1] |= LAYER_END * last
                    parts.append((np.full(size, group), np.full(size, step), numbers, flags))
        return Order(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def name(self, row: int) -> str:
        """What an operation is."""
        order, (batches, height, width) = self.order, self._shape
        place = pixel_order(batches, height, width)[order.number[row]]
        batch, line, column = np.unravel_index(place, self._shape)
        where = f"tile {line}, {column}" if self.winograd else f"h {line}, w {column}"
        several = f"batch {batch}, " if batches > 1 else ""
        return f"kernel group {order.group[row]}, {self.steps[order.step[row]].name}, {several}{where}"

    def kernels_of(self, group: int, half: int) -> list[list[int]]:
        """The kernels of each cell of half of the MAC array in a group; cells without any are left out."""
        each = self.group_kernels // self.config.mac_kernels
        cells = self.config.mac_kernels // 2
        first = group * self.group_kernels + half * cells * each
        end = min((group + 1) * self.group_kernels, self.kernels)
        found = [list(range(start, min(start + each, end))) for start in range(first, first + cells * each, each)]
        return [cell for cell in found if cell]

    def _direct(self) -> Iterator[Step]:
        """Features, or an image as the direct convolution that it comes to."""
        way, lanes = self.way, self.config.mac_channels
        geometry, size = geometry_of(way.conv), lanes
        cubes = list(zip(way.data.codes, way.data.known, strict=True))
        kernels, known = way.kernels.codes, way.kernels.known
        place = np.arange(lanes)
        if isinstance(way.conv.input, ConvImage):
            layout, image = stored_layout(way.conv, self.config), way.conv.input
            assert isinstance(layout, ImageKernels)
            moves = ImageMoves(geometry, way.conv.taps.height, way.conv.taps.width, way.conv.post_extension)
            outside = geometry.pad_element(way.data.codes.dtype)
            cubes = [(moves.channels(codes, outside), moves.channels(flags, outside=True)) for codes, flags in cubes]
            kernels, known = layout.line_up(kernels), layout.line_up(known)
            geometry, size = moves.direct, moves.step_channels(len(way.data.codes[0]), lanes)
            if moves.step_rows > 1:  # rows stand side by side, each with its share of the lanes
                row = moves.columns * image.channels
                numbers = np.arange(size)
                place = numbers // row * (lanes // moves.step_rows) + numbers % row
        views = [self._view(codes, flags, geometry, kernels.shape[2:]) for codes, flags in cubes]
        order = pixel_order(*self._shape)
        for channels, row, column in mac_steps(kernels, size):
            weights, weights_known = kernels[:, channels, row, column], known[:, channels, row, column]
            at = place[: weights.shape[1]]
            data = np.stack([view[channels, row, column].reshape(len(at), -1) for view, _ in views])
            flags = np.stack([view[channels, row, column].reshape(len(at), -1) for _, view in views])
            name = f"channels from {channels.start} on, row {row}, column {column}"
            yield self._step(name, at, _rows(data, order), _rows(flags, order), weights, weights_known)

    @staticmethod
    def _view(codes: NDArray[Any], known: Flags, geometry: Geometry, size: Any) -> tuple[NDArray[Any], Flags]:  # noqa: ANN401 - rows and columns
        padded = pad(codes, geometry, size, geometry.pad_element(codes.dtype), codes.dtype.type)
        return windows(padded, geometry, size), windows(pad(known, geometry, size, 1, np.bool_), geometry, size)

    def _tiles(self) -> Iterator[Step]:
        """Tiles, added up: sixteen positions of four channels."""
        way = self.way
        size = way.conv.output.size
        truncate = min(way.conv.pra_truncate, PRA_TRUNCATE_AT_MOST)
        tiles = [add_up(codes, size, truncate) for codes in way.data.codes]
        flags = [known_tiles(known, size).reshape(-1) for known in way.data.known]
        order, channels = pixel_order(*self._shape), len(tiles[0])
        lanes = TILE**3
        for first in range(0, channels, TILE):
            some = slice(first, first + TILE)
            data = np.stack([part[some].transpose(1, 2, 0, 3, 4).reshape(lanes, -1) for part in tiles])
            known = np.stack([np.broadcast_to(part, (lanes, part.size)) for part in flags])
            weights = way.kernels.codes[:, some].transpose(0, 2, 3, 1).reshape(-1, lanes)
            weights_known = way.kernels.known[:, some].transpose(0, 2, 3, 1).reshape(-1, lanes)
            name = f"channels from {first} on"
            yield self._step(name, np.arange(lanes), _rows(data, order), _rows(known, order), weights, weights_known)

    def _step(
        self, name: str, at: NDArray[np.int64], data: NDArray[Any], known: Flags, weights: NDArray[Any], sure: Flags
    ) -> Step:
        lanes = self.config.mac_channels
        used = np.zeros(lanes, np.bool_)
        used[at] = True
        return Step(name, used, *(_spread(item, at, lanes, item.dtype == np.bool_) for item in (data, known, weights, sure)))


def _rows(parts: NDArray[Any], order: NDArray[np.int64]) -> NDArray[Any]:
    """Elements [batches, lanes, pixels] as operations, [operations, lanes]."""
    return parts.swapaxes(1, 2).reshape(-1, parts.shape[1])[order]


def _spread(rows: NDArray[Any], at: NDArray[np.int64], lanes: int, rest: bool) -> NDArray[Any]:  # noqa: FBT001 - a flag
    """Rows with their elements in their lanes."""
    whole = np.full((len(rows), lanes), rest, rows.dtype)
    whole[:, at] = rows
    return whole


_LAST = 2
_recent: list[Operations] = []


def operations_of(way: ConvWay, config: HwConfig) -> Operations:
    """The operations of a layer; those of the last layers are kept, as several borders ask for them."""
    for kept in _recent:
        if kept.way is way:
            return kept
    _recent.append(Operations(way, config))
    del _recent[:-_LAST]
    return _recent[-1]
