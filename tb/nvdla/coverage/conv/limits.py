"""What the convolution buffer lets a convolution be at most: bins end there."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable

from models.numbers.rounding import limits
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer import sizes
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from models.registers import Field

SMALLEST = "INT8"
"""The precision of the smallest elements."""


def widest(config: HwConfig, field: Field) -> int:
    """Columns of an input of one line."""
    return _most(field, lambda width: _fits(config, 1, 1, width, 1))


def tallest(config: HwConfig, field: Field) -> int:
    """Lines of an input of one column."""
    return _most(field, lambda height: _fits(config, 1, height, 1, 1))


def deepest(config: HwConfig, field: Field) -> int:
    """Channels of an input of one pixel, with one kernel of as many."""
    return _most(field, lambda channels: _fits(config, channels, 1, 1, channels))


def sums_saturate(config: HwConfig, precision: str) -> bool:
    """Whether a kernel fits whose sum leaves 32 bits."""
    low, _ = limits(8 * ELEMENT_BYTES[precision])
    _, largest = limits(32)
    size_bytes = ceil_div(largest, low * low) * ELEMENT_BYTES[precision]
    weights = sizes.least_weight_banks(config, 1, size_bytes, precision)
    return weights + sizes.full_weight_banks(config, size_bytes) <= config.cbuf_banks


def _most(field: Field, fits: Callable[[int], bool]) -> int:
    """The largest number that fits and that a field holds, as one less."""
    return bisect(range(1, field.limit + 2), False, key=lambda number: not fits(number))


def _fits(config: HwConfig, channels: int, height: int, width: int, kernel_bytes: int) -> bool:
    entries = sizes.entries_per_slice(config, channels, width, height, 1)
    weights = sizes.least_weight_banks(config, 1, kernel_bytes, SMALLEST)
    return weights + sizes.data_banks(config, entries, height) <= config.cbuf_banks
