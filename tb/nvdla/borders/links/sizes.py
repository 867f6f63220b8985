"""Sizes of the links of the convolution, as nvdla_link_pkg derives them."""

from __future__ import annotations

from models.nvdla.config import HwConfig

FP16_EXPONENT_BITS = 6


def element_bits(config: HwConfig) -> int:
    """Of a lane of an operation."""
    return 8 * config.cbuf_entry_bytes // config.mac_channels


def growth_bits(config: HwConfig) -> int:
    """What a sum over all lanes grows by."""
    return (config.mac_channels - 1).bit_length()


def int8_sum_bits(config: HwConfig) -> int:
    """Of a sum of INT8."""
    return 16 + growth_bits(config)


def half_mantissa_bits(config: HwConfig) -> int:
    """Of the mantissa of a sum of FP16."""
    return 32 + growth_bits(config)


def sum_bits(config: HwConfig) -> int:
    """Of what a cell makes of an operation, or of a place of a tile."""
    cell_kernels = element_bits(config) // 8
    integers, floats = cell_kernels * int8_sum_bits(config), FP16_EXPONENT_BITS + half_mantissa_bits(config)
    return integers if cell_kernels == 1 else max(integers, floats)


def tile_sums(config: HwConfig) -> int:
    """Sums of a cell."""
    return 4 if "WINOGRAD" in config.features else 1


def cells(config: HwConfig) -> int:
    """Of half of the MAC array."""
    return config.mac_cells // 2
