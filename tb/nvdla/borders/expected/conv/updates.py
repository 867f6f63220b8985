"""The updates by which CDMA lets CSC know that slices, and kernels, are in the buffer with all their entries."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import member_numbers
from tb.nvdla.borders.expected.conv.cdma import data as data_entries
from tb.nvdla.borders.expected.conv.cdma import fetched_slices, weight_entries
from tb.nvdla.borders.links.conv_payloads import data_update, weight_update
from tb.taps import Tap

OF_WEIGHTS = ("entries", "entries of the mask")


def data(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """A row for each slice, with its entries."""
    slices, entries = fetched_slices(layer, config), data_entries(layer, config)
    if slices is None or entries is None:
        return None
    each = np.full((slices.lines, 1), len(entries) // slices.lines, np.uint64)
    return ExpectedTransfers(each, np.ones(each.shape, np.bool_), lambda row: f"slice {row}")


def weights(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """A row for each kernel, and one with the entries of the weights and of the mask of all of them."""
    derivation, parts = layer.derivation, weight_entries(layer, config)
    if not isinstance(derivation, ConvDerivation) or parts is None:
        return None
    kernels = len(derivation.kernels.codes)
    values, known = np.zeros((kernels + 1, 2), np.uint64), np.zeros((kernels + 1, 2), np.bool_)
    values[-1, : len(parts)], known[-1] = [len(entries) for entries, _ in parts], True

    def name(row: int) -> str:
        return f"kernel {row}" if row < kernels else "all kernels"

    return ExpectedTransfers(values, known, name, lambda _, column: OF_WEIGHTS[column])


def gather_data(_layer: Layer, config: HwConfig, tap: Tap, _expected: ExpectedTransfers) -> NDArray[np.uint64]:
    """The entries of each slice, uint64 [slices, 1]; an update of several has the same number of each."""
    slices, entries = (member_numbers(tap, data_update(config), name) for name in ("slices", "entries"))
    return np.repeat(entries // np.maximum(slices, np.uint64(1)), slices.astype(np.int64))[:, None]


def gather_weights(_layer: Layer, config: HwConfig, tap: Tap, expected: ExpectedTransfers) -> NDArray[np.uint64]:
    """A row for each kernel, uint64 [kernels, 2], and once all are there one with all entries."""
    payload = weight_update(config)
    kernels, *entries = (int(member_numbers(tap, payload, member.name).sum()) for member in payload)
    found = np.zeros((kernels + (kernels == len(expected) - 1), 2), np.uint64)
    found[-1:] = entries
    return found
