"""What the MAC array multiplies with the same weights: the lanes of the data and of the weights, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.streams import stored_layout
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.multiply.compute import geometry_of
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.conv.sequence.geometry import Geometry, kernel_size, mac_steps, pad, windows
from models.nvdla.conv.sequence.image import ImageMoves
from models.nvdla.conv.sequence.pre_addition import add_up, known_tiles
from models.nvdla.surfaces.image_and_winograd_weights import TILE, ImageKernels

Numbers = NDArray[np.int64]


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


def steps_of(derivation: ConvDerivation, config: HwConfig, order: Numbers) -> list[Step]:
    """The steps of a layer, in order.

    Args:
        derivation: of the layer.
        config: the hardware configuration.
        order: numbers of the pixels of all batches, or of the tiles, in the order of operations.
    """
    return list(_tiles(derivation, order) if derivation.conv.mode == WINOGRAD else _direct(derivation, config, order))


def _direct(derivation: ConvDerivation, config: HwConfig, order: Numbers) -> Iterator[Step]:
    """Features, or an image as the direct convolution that it comes to."""
    lanes = config.mac_channels
    geometry, size = geometry_of(derivation.conv), lanes
    cubes = list(zip(derivation.data.codes, derivation.data.known, strict=True))
    kernels, known = derivation.kernels.codes, derivation.kernels.known
    place = np.arange(lanes)
    if isinstance(derivation.conv.input, ConvImage):
        layout, image = stored_layout(derivation.conv, config), derivation.conv.input
        assert isinstance(layout, ImageKernels)
        moves = ImageMoves(
            geometry, derivation.conv.taps.height, derivation.conv.taps.width, derivation.conv.post_extension
        )
        outside = geometry.pad_element(derivation.data.codes.dtype)
        cubes = [(moves.channels(codes, outside), moves.channels(flags, outside=True)) for codes, flags in cubes]
        kernels, known = layout.line_up(kernels), layout.line_up(known)
        geometry, size = moves.direct, moves.step_channels(len(derivation.data.codes[0]), lanes)
        if moves.step_rows > 1:  # rows stand side by side, each with its share of the lanes
            row = moves.columns * image.channels
            numbers = np.arange(size)
            place = numbers // row * (lanes // moves.step_rows) + numbers % row
    views = [_view(codes, flags, geometry, kernel_size(kernels)) for codes, flags in cubes]
    for channels, row, column in mac_steps(kernels, size):
        weights, weights_known = kernels[:, channels, row, column], known[:, channels, row, column]
        at = place[: weights.shape[1]]
        data = np.stack([view[channels, row, column].reshape(len(at), -1) for view, _ in views])
        flags = np.stack([view[channels, row, column].reshape(len(at), -1) for _, view in views])
        name = f"channels from {channels.start} on, row {row}, column {column}"
        yield _step(name, at, lanes, (_rows(data, order), _rows(flags, order), weights, weights_known))


def _view(codes: NDArray[Any], known: Flags, geometry: Geometry, size: tuple[int, int]) -> tuple[NDArray[Any], Flags]:
    """What each element of a kernel is multiplied by, and what of it is known."""
    padded = pad(codes, geometry, size, geometry.pad_element(codes.dtype), codes.dtype.type)
    return windows(padded, geometry, size), windows(pad(known, geometry, size, 1, np.bool_), geometry, size)


def _tiles(derivation: ConvDerivation, order: Numbers) -> Iterator[Step]:
    """Tiles, added up: sixteen positions of four channels."""
    size = derivation.conv.output.size
    truncate = min(derivation.conv.pra_truncate, PRA_TRUNCATE_AT_MOST)
    tiles = [add_up(codes, size, truncate) for codes in derivation.data.codes]
    flags = [known_tiles(known, size).reshape(-1) for known in derivation.data.known]
    channels = len(tiles[0])
    lanes = TILE**3
    for first in range(0, channels, TILE):
        some = slice(first, first + TILE)
        data = np.stack([part[some].transpose(1, 2, 0, 3, 4).reshape(lanes, -1) for part in tiles])
        known = np.stack([np.broadcast_to(part, (lanes, part.size)) for part in flags])
        weights = derivation.kernels.codes[:, some].transpose(0, 2, 3, 1).reshape(-1, lanes)
        weights_known = derivation.kernels.known[:, some].transpose(0, 2, 3, 1).reshape(-1, lanes)
        name = f"channels from {first} on"
        parts = _rows(data, order), _rows(known, order), weights, weights_known
        yield _step(name, np.arange(lanes), lanes, parts)


def _step(name: str, at: Numbers, lanes: int, parts: tuple[NDArray[Any], ...]) -> Step:
    """A step whose elements go into some lanes."""
    used = np.zeros(lanes, np.bool_)
    used[at] = True
    return Step(name, used, *(_spread(part, at, lanes) for part in parts))


def _rows(parts: NDArray[Any], order: NDArray[np.int64]) -> NDArray[Any]:
    """Elements [batches, lanes, pixels] as operations, [operations, lanes]."""
    return parts.swapaxes(1, 2).reshape(-1, parts.shape[1])[order]


def _spread(rows: NDArray[Any], at: NDArray[np.int64], lanes: int) -> NDArray[Any]:
    """Rows with their elements in their lanes; the others are 0, and known."""
    whole = np.full((len(rows), lanes), rows.dtype == np.bool_, rows.dtype)
    whole[:, at] = rows
    return whole
