"""How a convolution shares the convolution buffer between data and weights."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.cbuf import (
    data_banks,
    entries_per_slice,
    full_weight_banks,
    group_kernels,
    least_weight_banks,
    weight_bytes,
)
from models.nvdla.conv.parts import Buffer
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.conv.shapes import ConvShape


def slice_entries(shape: ConvShape, config: HwConfig) -> int:
    """Entries of the buffer that a line of the input takes."""
    element_bytes = ELEMENT_BYTES[shape.in_precision]
    return entries_per_slice(config, shape.channels, shape.width, shape.height, element_bytes)


def share_buffer(shape: ConvShape, config: HwConfig) -> Buffer:
    """The banks of a layer: those of the shape, or for all data and for as many weights as there is room.

    Raises:
        ValueError: it does not fit, with the numbers and what to do.
    """
    entries = slice_entries(shape, config)
    data = data_banks(config, entries, shape.height)
    least = least_weight_banks(config, shape.kernels, shape.kernel_bytes, shape.precision)
    if least + data > config.cbuf_banks:
        raise ValueError(_too_large(shape, config, entries, least))
    data = data if shape.data_banks is None else shape.data_banks
    full = full_weight_banks(config, weight_bytes(config, shape.kernels, shape.kernel_bytes))
    chosen = max(least, min(full, config.cbuf_banks - data)) if shape.weight_banks is None else shape.weight_banks
    return Buffer(entries=entries, data_banks=data, weight_banks=chosen, release_slices=shape.height)


def _too_large(shape: ConvShape, config: HwConfig, entries: int, least: int) -> str:
    """What does not fit, and what would."""
    kernels = min(shape.kernels, group_kernels(config, shape.precision))
    bank_entries, left = config.cbuf_bank_entries, config.cbuf_banks - least
    weights = f"{kernels} kernels of {shape.kernel_bytes} bytes need {least} of the buffer's {config.cbuf_banks} banks"
    if left < 1:
        return f"{weights}, and the input one at least: use fewer channels or smaller kernels"
    lines = left * bank_entries // entries
    advice = f"play it in parts of at most {lines} lines" if lines else "use fewer columns or channels"
    return (
        f"{weights}; {shape.height} lines of {entries} entries do not fit the other {left} of {bank_entries} entries: "
        f"{advice}"
    )
