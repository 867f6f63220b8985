"""What CDMA reports to CSC: that slices, and kernels, are in the buffer with all their entries."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from tb.nvdla.borders.border import Border, Element, Passing
from tb.nvdla.borders.conv import cdma
from tb.nvdla.borders.conv.members import data_updates, entry_count_bits, kernel_count_bits, weight_updates
from tb.taps import Tap

TAKER = "CSC"


def data_elements(config: HwConfig) -> list[Element]:
    """The entries of a slice."""
    return [Element("entries", 0, entry_count_bits(config))]


def weight_elements(config: HwConfig) -> list[Element]:
    """The entries of the weights of a layer, and those of its mask."""
    bits = entry_count_bits(config)
    return [Element("entries", bits, bits), Element("entries of the mask", 0, bits)]


def data(layer: Layer, config: HwConfig) -> Passing | None:
    """A row for each slice, with its entries."""
    entries = cdma.data(layer, config)
    if entries is None:
        return None
    slices = cdma.fetched_lines(layer, config)
    each = np.full((slices, 1), len(entries) // slices, np.uint64)
    return Passing(each, np.ones(each.shape, np.bool_), lambda row: f"slice {row}")


def weights(layer: Layer, config: HwConfig) -> Passing | None:
    """A row for each kernel, and one with the entries of all of them."""
    derivation, parts = layer.derivation, cdma.weight_parts(layer, config)
    if not isinstance(derivation, ConvDerivation) or parts is None:
        return None
    kernels = len(derivation.kernels.codes)
    values, known = np.zeros((kernels + 1, 2), np.uint64), np.zeros((kernels + 1, 2), np.bool_)
    values[-1, : len(parts)], known[-1] = [len(entries) for entries, _ in parts], True
    return Passing(values, known, lambda row: f"kernel {row}" if row < kernels else "all kernels")


def _gather_data(layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[Any]:  # noqa: ARG001
    bits = entry_count_bits(config)
    slices, entries = tap.numbers(bits, bits).astype(np.int64), tap.numbers(0, bits)
    return np.repeat(entries // np.maximum(slices, 1).astype(np.uint64), slices)[:, None]


def _gather_weights(layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[Any]:  # noqa: ARG001
    bits = entry_count_bits(config)
    entries, masks = (int(tap.numbers(low, bits).sum()) for low in (bits, 0))
    kernels = int(tap.numbers(2 * bits, kernel_count_bits(config)).sum())
    found = np.zeros((kernels + (kernels == len(passing) - 1), 2), np.uint64)
    found[-1:] = entries, masks
    return found


BORDERS = (
    Border(
        tap="cdma_csc_data",
        text="CDMA to CSC, slices that are there",
        block=cdma.UNIT,
        giver=cdma.UNIT,
        taker=TAKER,
        behind=("cdma_cbuf_data",),
        elements=data_elements,
        members=data_updates,
        passing=data,
        gather=_gather_data,
    ),
    Border(
        tap="cdma_csc_weights",
        text="CDMA to CSC, kernels that are there",
        block=cdma.UNIT,
        giver=cdma.UNIT,
        taker=TAKER,
        behind=("cdma_cbuf_weights",),
        elements=weight_elements,
        members=weight_updates,
        passing=weights,
        gather=_gather_weights,
    ),
)
