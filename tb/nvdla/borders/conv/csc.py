"""The borders between CSC and the two halves of the MAC array."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from tb.nvdla.borders.border import WIDEST_BITS, Border, Element, Passing, elements, flags
from tb.nvdla.borders.conv.cdma import BUFFER
from tb.nvdla.borders.conv.members import cell_weights, operation_data
from tb.nvdla.borders.conv.operations import Operations, operations_of
from tb.nvdla.borders.conv.sizes import cells, element_bits

HALVES = ("A", "B")
WAITS_FOR = "unless CACC gives it no place for results"
BEHIND = ("cdma_cbuf_data", "cdma_cbuf_weights", "cdma_csc_data", "cdma_csc_weights")


def data_elements(config: HwConfig) -> list[Element]:
    """The lanes, those that count, and the flags of the operation."""
    lanes, bits = config.mac_channels, element_bits(config)
    return [
        *elements("lane {}", 0, bits, lanes),
        *flags("lanes that count", lanes * bits, lanes),
        Element("operation flags", lanes * (bits + 1), 4),
    ]


def weight_elements(config: HwConfig) -> list[Element]:
    """The lanes, those that count, the cell and the mark of the last one."""
    lanes, bits = config.mac_channels, element_bits(config)
    index = max((cells(config) - 1).bit_length(), 1)
    return [
        *elements("lane {}", 0, bits, lanes),
        *flags("lanes that count", lanes * bits, lanes),
        Element("cell", lanes * (bits + 1), index),
        Element("last", lanes * (bits + 1) + index, 1),
    ]


def data(layer: Layer, config: HwConfig) -> Passing | None:
    """The data of each operation."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    work = operations_of(layer.derivation, config)
    order = work.order
    codes = np.stack([codes_of(step.data) for step in work.steps])
    known = np.stack([step.data_known for step in work.steps])
    masks = np.stack([_mask(step.lanes) for step in work.steps])
    values = np.concatenate(
        [codes[order.step, order.number], masks[order.step], order.flags[:, None].astype(np.uint32)], axis=1
    )
    sure = np.ones(values.shape, np.bool_)
    sure[:, : codes.shape[-1]] = known[order.step, order.number]
    return Passing(values, sure, work.name)


def weights(layer: Layer, config: HwConfig, *, half: int) -> Passing | None:
    """The weights of each cell, for each step of each stripe."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    work = operations_of(layer.derivation, config)
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
    return Passing(values, sure, names.__getitem__)


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


def _weights_border(half: int) -> Border:
    name = HALVES[half]
    return Border(
        tap=f"csc_cmac_weights_{name.lower()}",
        text=f"CSC to CMAC_{name}, weights",
        block="CSC",
        giver="CSC",
        taker=f"CMAC_{name}",
        behind=BEHIND,
        beside=BUFFER,
        waits_for=WAITS_FOR,
        elements=weight_elements,
        members=cell_weights,
        passing=partial(weights, half=half),
    )


BORDERS = (
    Border(
        tap="csc_cmac_data",
        text="CSC to CMAC, data",
        block="CSC",
        giver="CSC",
        taker="CMAC_A or CMAC_B",
        behind=BEHIND,
        beside=BUFFER,
        waits_for=WAITS_FOR,
        elements=data_elements,
        members=operation_data,
        passing=data,
    ),
    _weights_border(0),
    _weights_border(1),
)
