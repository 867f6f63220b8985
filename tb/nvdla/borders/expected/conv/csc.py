"""CSC: the data of each operation, and the weights of each cell, that it gives to the two halves of the MAC array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import WIDEST_BITS
from tb.nvdla.borders.expected.conv.operations import Operations, operations_of


def data(layer: Layer, config: HwConfig, flags: NDArray[np.uint64] | None) -> ExpectedTransfers | None:
    """The data of each operation; `flags` as of `operations_of`."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    work = operations_of(layer.derivation, config, flags)
    order = work.order
    codes = np.stack([codes_of(step.data) for step in work.steps])
    known = np.stack([step.data_known for step in work.steps])
    masks = np.stack([_mask(step.lanes) for step in work.steps])
    values = np.concatenate(
        [codes[order.step, order.number], masks[order.step], order.flags[:, None].astype(np.uint32)], axis=1
    )
    sure = np.ones(values.shape, np.bool_)
    sure[:, : codes.shape[-1]] = known[order.step, order.number]
    return ExpectedTransfers(values, sure, work.name)


def weights(layer: Layer, config: HwConfig, flags: NDArray[np.uint64] | None, *, half: int) -> ExpectedTransfers | None:
    """The weights of each cell, for each step of each stripe; `flags` as of `operations_of`."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    work = operations_of(layer.derivation, config, flags)
    rows, known, names = [], [], []
    for group in range(work.groups):
        cell_kernels = work.kernels_of(group, half)
        for stripe, _ in enumerate(work.stripes):
            for step in work.steps:
                codes, mask = codes_of(step.weights), _mask(step.lanes)
                for cell, kernels in enumerate(cell_kernels):
                    row, sure = _of_cell(work, codes[kernels], step.weights_known[kernels])
                    last = cell == len(cell_kernels) - 1
                    rows.append(np.concatenate([row, mask, [cell, last]]))
                    known.append(sure)
                    names.append(f"kernel group {group}, stripe {stripe}, {step.name}, kernels {kernels}")
    if not rows:
        return None
    values = np.array(rows, np.uint32)
    sure = np.ones(values.shape, np.bool_)
    sure[:, : config.mac_channels] = known
    return ExpectedTransfers(values, sure, names.__getitem__)


def _of_cell(
    work: Operations, codes: NDArray[np.uint32], known: NDArray[np.bool_]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The lanes of a cell: its kernels side by side, the first lowest."""
    bits = 8 if work.precision == "INT8" else 16
    row = np.zeros(codes.shape[1], np.uint32)
    for number, part in enumerate(codes):
        row |= part << np.uint32(number * bits)
    return row, np.logical_and.reduce(known, axis=0)


def codes_of(values: NDArray[Any]) -> NDArray[np.uint32]:
    """Elements as unsigned codes of their size; INT8 takes the low byte of a lane."""
    return np.ascontiguousarray(values).view(f"u{values.itemsize}").astype(np.uint32)


def _mask(lanes: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Lanes that count as numbers of `WIDEST_BITS` each."""
    parts = [lanes[first : first + WIDEST_BITS] for first in range(0, len(lanes), WIDEST_BITS)]
    return np.array([sum(1 << int(at) for at in np.flatnonzero(part)) for part in parts], np.uint32)
