"""Winograd convolution of FP16, to the bit (docs/nvdla/convolution.md, 'CMAC in FP16' and 'Winograd in CSC')."""

from __future__ import annotations

import numpy as np

from models.nvdla.conv.multiply.fp16.accumulator import Accumulators
from models.nvdla.conv.multiply.fp16.cell import TileCell
from models.nvdla.conv.multiply.fp16.nan import first_nan
from models.nvdla.conv.multiply.fp16.operands import Operands, decode
from models.nvdla.conv.multiply.winograd import Shape, untile
from models.nvdla.conv.parts import WINOGRAD_OUTPUTS
from models.nvdla.numbers.floats import Halves, Singles, half_is_nan, single_from_half
from models.nvdla.surfaces.image_and_winograd_weights import TILE

SOME_TILES, SOME_OUTPUTS = 1 << 9, 1 << 11
"""Tiles, and tiles of all kernels, that are worked on at a time, at most."""
LANES = TILE**3


def convolve_half_tiles(tiles: Halves, kernels: Halves, out_shape: Shape) -> Singles:
    """What the accumulators hand on, as FP32 codes.

    Args:
        tiles: FP16 codes [channels, 4, 4, tiles along height, tiles along width], added up by CSC.
        kernels: FP16 codes [kernels, channels, 4, 4].
        out_shape: lines and columns of the output.

    Returns:
        [kernels, output height, output width].
    """
    steps, weights = _lanes(tiles.reshape(*tiles.shape[:3], -1)), _lanes(kernels.transpose(1, 2, 3, 0))
    data, factors = decode(steps), decode(weights)
    results = np.empty((WINOGRAD_OUTPUTS * WINOGRAD_OUTPUTS, weights.shape[-1], steps.shape[-1]), np.uint32)
    for first in range(0, steps.shape[-1], SOME_TILES):
        where = slice(first, first + SOME_TILES)
        some = max(SOME_OUTPUTS // results[0, 0, where].size, 1)
        for kernel in range(0, len(kernels), some):
            which = slice(kernel, kernel + some)
            results[:, which, where] = _sums(data[..., where], factors[..., which])
    nan = _nan_outputs(steps, weights)
    if nan is not None:
        np.copyto(results, single_from_half(nan), where=nan != 0)
    parts = results.swapaxes(0, 1).reshape(len(kernels), WINOGRAD_OUTPUTS, WINOGRAD_OUTPUTS, *tiles.shape[3:])
    return untile(parts, out_shape)


def _lanes(codes: Halves) -> Halves:
    """Codes [channels, 4, 4, n] as the lanes of each step, [steps, lanes, n]: positions outside, channels inside."""
    steps = codes.reshape(-1, TILE, TILE * TILE, codes.shape[-1])
    return steps.swapaxes(1, 2).reshape(-1, LANES, codes.shape[-1])


def _sums(data: Operands, weights: Operands) -> Singles:
    """Outputs [4, kernels, tiles] of data [steps, lanes, tiles] and weights [steps, lanes, kernels]."""
    tiles, kernels = data.mantissas.shape[-1], weights.mantissas.shape[-1]
    sums, cell = Accumulators((WINOGRAD_OUTPUTS * WINOGRAD_OUTPUTS, kernels, tiles)), TileCell(LANES, (kernels, tiles))
    for step in range(len(data.mantissas)):
        sums.add(*cell.multiply_tile(data[step].reshape(LANES, 1, -1), weights[step].reshape(LANES, -1, 1)))
    return sums.singles()


def _nan_outputs(data: Halves, weights: Halves) -> Halves | None:
    """The NaN that all outputs of a tile take, 0 for others, [kernels, tiles]; None if there are none at all."""
    data, weights = (np.where(half_is_nan(codes), codes, np.uint16(0)) for codes in (data, weights))
    if not data.any() and not weights.any():
        return None
    found = np.zeros((weights.shape[-1], data.shape[-1]), np.uint16)
    for of_data, of_weights in zip(data, weights, strict=True):
        for codes in (first_nan(of_weights)[:, None], first_nan(of_data)):
            np.copyto(found, codes, where=(found == 0) & (codes != 0))
    return found
