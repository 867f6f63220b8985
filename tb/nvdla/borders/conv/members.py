"""What the payloads of the convolution's links consist of (nvdla_link_pkg): members, the highest first."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.config import HwConfig
from tb.nvdla.borders.conv.sizes import cells, element_bits, sum_bits, tile_sums

FLAG_BITS = 4
"""Of an operation: first and last of its stripe, sums complete, last of the layer."""


def entry(config: HwConfig) -> Mapping[str, int]:
    """``cdma_cbuf_t``."""
    index = (config.cbuf_banks * config.cbuf_bank_entries - 1).bit_length()
    atoms = config.cbuf_entry_bytes // config.atom_bytes
    return {"entry": index, "atoms": atoms, "data": 8 * config.cbuf_entry_bytes}


def operation_data(config: HwConfig) -> Mapping[str, int]:
    """``csc_cmac_data_t``."""
    lanes = config.mac_channels
    return {"operation": FLAG_BITS, "channels": lanes, "data": lanes * element_bits(config)}


def cell_weights(config: HwConfig) -> Mapping[str, int]:
    """``csc_cmac_weights_t``."""
    lanes, index = config.mac_channels, max((cells(config) - 1).bit_length(), 1)
    return {"last": 1, "cell_index": index, "channels": lanes, "weights": lanes * element_bits(config)}


def cell_sums(config: HwConfig) -> Mapping[str, int]:
    """``cmac_cacc_t``."""
    count = cells(config)
    return {"operation": FLAG_BITS, "cells": count, "sums": count * tile_sums(config) * sum_bits(config)}


def entry_count_bits(config: HwConfig) -> int:
    """Of a number of entries."""
    return (config.cbuf_banks * config.cbuf_bank_entries).bit_length()


def kernel_count_bits(config: HwConfig) -> int:
    """Of a number of kernels of a group."""
    return (config.mac_kernels * element_bits(config) // 8).bit_length()


def data_updates(config: HwConfig) -> Mapping[str, int]:
    """``cdma_csc_data_t``."""
    return dict.fromkeys(("slices", "entries"), entry_count_bits(config))


def weight_updates(config: HwConfig) -> Mapping[str, int]:
    """``cdma_csc_weights_t``."""
    entries = dict.fromkeys(("entries", "wmb_entries"), entry_count_bits(config))
    return {"kernels": kernel_count_bits(config), **entries}
