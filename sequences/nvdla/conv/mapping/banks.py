"""How a convolution shares the convolution buffer between data and weights."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import (
    bank_bytes,
    data_banks,
    entries_per_slice,
    full_weight_banks,
    group_mask_bytes,
    image_entries,
    least_weight_banks,
    weight_bytes,
    winograd_entries,
)
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import Buffer
from models.nvdla.registers import registers
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.conv.shapes import ConvShape

GROUPS_AT_ONCE = 2
"""Groups of kernels in the buffer with which one is fetched while another is in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightNeeds:
    """Banks for weights.

    Attributes:
        full: that hold all of them.
        double: that hold two groups of kernels.
        least: that hold one, and an entry more.
    """

    full: int
    double: int
    least: int


def mask_banks(shape: ConvShape) -> int:
    """Banks that the mask of compressed weights takes: the last one."""
    return 1 if shape.compressed else 0


def slice_entries(shape: ConvShape, config: HwConfig) -> int:
    """Entries of the buffer that a line of the input takes, for Winograd one of the extended input."""
    made, pad = ELEMENT_BYTES[shape.precision], shape.padding
    if shape.image is not None:
        return image_entries(config, pad.left + shape.width + pad.right, shape.channels, made)
    if shape.winograd:
        return winograd_entries(config, extended_channels(shape, config), shape.out_width + TILE, made)
    return entries_per_slice(config, shape.channels, shape.width, shape.height, ELEMENT_BYTES[shape.in_precision])


def extended_channels(shape: ConvShape, config: HwConfig) -> int:
    """Channels of the extended input of Winograd, those of whole atoms."""
    return padded_channels(shape.channels, shape.in_precision, config) * shape.kernel.stride_x * shape.kernel.stride_y


def stored_kernel_bytes(shape: ConvShape, config: HwConfig) -> int:
    """Bytes of a kernel as it is in memory, before zeros are left out."""
    if shape.winograd:
        return extended_channels(shape, config) * TILE**2 * ELEMENT_BYTES[shape.precision]
    return shape.kernel_bytes


def buffer_slices(shape: ConvShape) -> int:
    """Lines of the input that the buffer holds, of one batch; for Winograd of the extended input."""
    return shape.out_height + TILE if shape.winograd else shape.height


def weight_needs(shape: ConvShape, config: HwConfig) -> WeightNeeds:
    """Banks that a convolution needs for weights; for compressed ones as if no zeros were left out."""
    kernel_bytes, group = stored_kernel_bytes(shape, config), group_kernels(config, shape.precision)
    least = least_weight_banks(config, shape.kernels, kernel_bytes, shape.precision)
    double, full = (
        full_weight_banks(config, weight_bytes(config, kernels, kernel_bytes))
        for kernels in (min(shape.kernels, GROUPS_AT_ONCE * group), shape.kernels)
    )
    return WeightNeeds(full=max(full, least), double=max(double, least), least=least)


def share_buffer(shape: ConvShape, config: HwConfig) -> Buffer:
    """The banks of a layer: those of the shape, or for all data and for as many weights as there is room.

    Raises:
        ValueError: it does not fit, with the numbers and what to do.
    """
    entries, slices, needs = slice_entries(shape, config), buffer_slices(shape), weight_needs(shape, config)
    data = data_banks(config, entries, slices * shape.batches)
    banks = config.cbuf_banks - mask_banks(shape)
    if needs.least + data > banks:
        raise ValueError(_too_large(shape, config, entries, needs.least))
    most = registers(config).CSC.D_RELEASE.RLS_SLICES.limit + 1
    if slices > most:
        raise ValueError(
            f"{slices} lines are more than CSC.D_RELEASE.RLS_SLICES holds: play it in parts of at most {most} lines"
        )
    if shape.compressed:
        _need_mask_room(shape, config, stored_kernel_bytes(shape, config))
    data = data if shape.data_banks is None else shape.data_banks
    weights = shape.weight_banks
    chosen = max(needs.least, min(needs.full, banks - data)) if weights is None else weights
    return Buffer(entries=entries, data_banks=data, weight_banks=chosen, release_slices=slices)


def _need_mask_room(shape: ConvShape, config: HwConfig, kernel_bytes: int) -> None:
    """The mask of a group of kernels and an entry more fit the bank of the mask.

    Raises:
        ValueError: they do not.
    """
    kernels = min(shape.kernels, group_kernels(config, shape.precision))
    mask = group_mask_bytes(config, kernels, kernel_bytes, shape.precision)
    room = bank_bytes(config) - config.cbuf_entry_bytes
    if mask > room:
        raise ValueError(f"the mask of {kernels} kernels has {mask} bytes, its bank takes {room}: do not compress them")


def _too_large(shape: ConvShape, config: HwConfig, entries: int, least: int) -> str:
    """What does not fit, and what would."""
    kernels = min(shape.kernels, group_kernels(config, shape.precision))
    mask = mask_banks(shape)
    bank_entries, left = config.cbuf_bank_entries, config.cbuf_banks - least - mask
    size = stored_kernel_bytes(shape, config)
    weights = f"{kernels} kernels of {size} bytes need {least} of the buffer's {config.cbuf_banks} banks"
    weights += " (and their mask one)" if mask else ""
    if left < 1:
        return f"{weights}, and the input one at least: use fewer channels or smaller kernels"
    lines, slices = left * bank_entries // entries // shape.batches, buffer_slices(shape)
    advice = f"play it in parts of at most {lines} lines" if lines else "use fewer columns or channels"
    if fitting := left * bank_entries // (entries * slices):
        advice = f"play at most {fitting} of {shape.batches} batches at a time"
    batches = f" of {shape.batches} batches" if shape.batches > 1 else ""
    return (
        f"{weights}; {slices} lines{batches} of {entries} entries do not fit the other {left} of {bank_entries} "
        f"entries: {advice}"
    )
