"""Direct convolution of FP16, to the bit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.nvdla.conv.multiply.fp16.accumulator import Accumulators
from models.nvdla.conv.multiply.fp16.cell import Cell
from models.nvdla.conv.multiply.fp16.nan import nan_outputs
from models.nvdla.conv.multiply.fp16.operands import Operands, decode
from models.nvdla.conv.sequence.geometry import Geometry, kernel_size, mac_steps, pad, windows
from models.nvdla.numbers.floats import Halves, Singles, single_from_half

TILE_PIXELS = 1 << 11
TILE_OUTPUTS = 1 << 13
"""Pixels and outputs that are worked on at a time, at most."""


def convolve_half(data: Halves, kernels: Halves, geometry: Geometry, mac_channels: int) -> Singles:
    """What the accumulators hand on, as FP32 codes.

    Args:
        data: FP16 codes [channels, height, width].
        kernels: FP16 codes [kernels, channels, rows, columns].
        geometry: how kernels move over the data.
        mac_channels: lanes of a MAC cell.

    Returns:
        [kernels, output height, output width].
    """
    size = kernel_size(kernels)
    padded = decode(pad(data, geometry, size, geometry.pad_element(np.uint16), np.uint16))
    view = Operands(windows(padded.mantissas, geometry, size), windows(padded.exponents, geometry, size))
    weights, steps = decode(kernels.transpose(1, 2, 3, 0)), list(mac_steps(kernels, mac_channels))
    results = np.empty((len(kernels), *geometry.out_shape), np.uint32)
    for lines, columns in _tiles(geometry):
        where = results[:, lines, columns]
        pixels = where[0].size
        some = max(TILE_OUTPUTS // pixels, 1)
        for first in range(0, len(kernels), some):
            tile = where[first : first + some]
            tile[...] = _tile(view[..., lines, columns], weights[..., first : first + some], steps).reshape(tile.shape)
    nan = nan_outputs(data, kernels, geometry, mac_channels)
    if nan is not None:
        np.copyto(results, single_from_half(nan), where=nan != 0)
    return results


def _tiles(geometry: Geometry) -> Iterator[tuple[slice, slice]]:
    """Lines and columns of the output, some at a time."""
    width = min(geometry.out_width, TILE_PIXELS)
    height = max(TILE_PIXELS // width, 1)
    for line in range(0, geometry.out_height, height):
        for column in range(0, geometry.out_width, width):
            yield slice(line, line + height), slice(column, column + width)


def _tile(view: Operands, weights: Operands, steps: list[tuple[slice, int, int]]) -> Singles:
    """Outputs of some kernels for some pixels, [kernels, pixels].

    Args:
        view: [channels, rows, columns, lines, columns of the output].
        weights: [channels, rows, columns, kernels].
        steps: channels, row and column of each step.
    """
    kernels, pixels = weights.mantissas.shape[-1], view.mantissas[0, 0, 0].size
    kernels_inside = kernels > pixels  # the longer axis goes inside
    shape = (pixels, kernels) if kernels_inside else (kernels, pixels)
    sums = Accumulators(shape)
    cells: dict[int, Cell] = {}
    for at in steps:
        data, factors = view[at], weights[at]
        lanes = len(data.mantissas)
        if lanes not in cells:
            cells[lanes] = Cell(lanes, shape)
        if kernels_inside:
            sums.add(*cells[lanes].multiply(data.reshape(lanes, -1, 1), factors.reshape(lanes, 1, -1)))
        else:
            sums.add(*cells[lanes].multiply(data.reshape(lanes, 1, -1), factors.reshape(lanes, -1, 1)))
    results = sums.singles()
    return results.T if kernels_inside else results
