"""The two halves of the MAC array: the sums of their cells, which they give to CACC."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.multiply.fp16.cell import Cell, TileCell
from models.nvdla.conv.multiply.fp16.nan import first_nan
from models.nvdla.conv.multiply.fp16.operands import decode
from models.nvdla.conv.multiply.winograd import post_add
from models.nvdla.numbers.floats import half_is_nan
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.conv.operations import Operations, operations_of
from tb.nvdla.borders.expected.conv.steps import Step
from tb.nvdla.borders.links.sizes import (
    FP16_EXPONENT_BITS,
    cells,
    half_mantissa_bits,
    int8_sum_bits,
    sum_bits,
    tile_sums,
)  # fmt: skip

NAN_EXPONENT = (1 << FP16_EXPONENT_BITS) - 1
NAN_PAYLOAD_BITS = 11
"""Sign and payload of a NaN in the highest bits of a mantissa."""


def sums(layer: Layer, config: HwConfig, flags: NDArray[np.uint64] | None, *, half: int) -> ExpectedTransfers | None:
    """The sums of the cells for each operation; `flags` as of `operations_of`."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    work = operations_of(layer.derivation, config, flags)
    order, places, count = work.order, tile_sums(config), cells(config)
    values = np.zeros((len(order.group), count * places + 2), np.uint64)
    known = np.zeros(values.shape, np.bool_)
    values[:, -1], known[:, -2:] = order.flags, True
    mask = (1 << sum_bits(config)) - 1
    for number, step in enumerate(work.steps):
        kernel_sums, kernel_known = _kernel_sums(work, step, config), _known(step)
        for group in range(work.groups):
            rows = np.flatnonzero((order.group == group) & (order.step == number))
            at = order.number[rows]
            cell_kernels = work.kernels_of(group, half)
            values[rows, -2] = (1 << len(cell_kernels)) - 1
            for cell, kernels in enumerate(cell_kernels):
                columns = slice(cell * places, cell * places + kernel_sums.shape[0])
                code = np.zeros((kernel_sums.shape[0], len(rows)), np.int64)
                for place, kernel in enumerate(kernels):
                    shift = place * int8_sum_bits(config)
                    part = kernel_sums[:, kernel, at]
                    part = part & ((1 << int8_sum_bits(config)) - 1) if work.precision == "INT8" else part
                    code |= part << shift
                values[rows, columns] = (code & mask).T.astype(np.uint64)
                known[rows, columns] = np.logical_and.reduce(kernel_known[kernels][:, at], axis=0)[:, None]
    return ExpectedTransfers(values, known, work.name)


def _known(step: Step) -> NDArray[np.bool_]:
    """Which kernels' sums are known, [kernels, operations]."""
    weights, data = np.logical_and.reduce(step.weights_known, axis=1), np.logical_and.reduce(step.data_known, axis=1)
    known: NDArray[np.bool_] = weights[:, None] & data[None]
    return known


def _kernel_sums(work: Operations, step: Step, config: HwConfig) -> NDArray[np.int64]:
    """What comes of a step, [places, kernels, operations], as codes of the link."""
    if work.precision == "FP16":
        return _halves(work, step, config)
    data, weights = step.data.astype(np.int64), step.weights.astype(np.int64)
    if not work.winograd:
        return (weights @ data.T)[None]
    products = weights[:, None] * data[None]  # kernels, operations, lanes
    positions = products.reshape(*products.shape[:2], TILE, TILE, -1).sum(axis=-1)
    return post_add(positions, (2, 3)).reshape(*products.shape[:2], -1).transpose(2, 0, 1)


def _halves(work: Operations, step: Step, config: HwConfig) -> NDArray[np.int64]:
    lanes, bits = len(step.lanes), half_mantissa_bits(config)
    data, weights = step.data.T, step.weights.T
    shape = weights.shape[1], data.shape[1]
    operands = decode(data).reshape(lanes, 1, -1), decode(weights).reshape(lanes, -1, 1)
    if work.winograd:
        exponents, mantissas = TileCell(lanes, shape).multiply_tile(*operands)
    else:
        exponents, mantissas = Cell(lanes, shape).multiply(*operands)
        mantissas = mantissas[None]
    codes = exponents.astype(np.int64)[None] << bits | mantissas & ((1 << bits) - 1)
    nan = _nan(data, weights)
    payload = (nan >> 15 << NAN_PAYLOAD_BITS - 1 | nan & 0x3FF).astype(np.int64)
    marked = NAN_EXPONENT << bits | payload << bits - NAN_PAYLOAD_BITS
    return np.where(nan != 0, marked, codes)


def _nan(data: NDArray[np.uint16], weights: NDArray[np.uint16]) -> NDArray[np.int64]:
    """The NaN that a cell meets first, its weights' before its data's; 0 for others; [kernels, operations]."""
    of_data, of_weights = (
        first_nan(np.where(half_is_nan(codes), codes, np.uint16(0))).astype(np.int64) for codes in (data, weights)
    )
    return np.where(of_weights[:, None] != 0, of_weights[:, None], of_data[None])
