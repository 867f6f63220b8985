"""How much of the convolution buffer a layer takes (docs/nvdla/units.md, 'Convolution buffer').

Stimulus fills registers by these functions, rules check them by the same.
"""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import WINOGRAD, Kernel, Padding, View
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div

ROUNDED_BYTES = 128
"""Weights of public programs are rounded up to as much, whatever an entry has."""


def entries_per_slice(config: HwConfig, channels: int, width: int, height: int, element_bytes: int) -> int:
    """Entries of the buffer that one line of all channels takes (docs/nvdla/units.md, 'Convolution buffer').

    Whole entries have a pixel each; what is left of the channels shares entries with neighbouring pixels, as many as a
    power of two of atoms allows. A cube of one pixel is packed.
    """
    entry_atoms = config.cbuf_entry_bytes // config.atom_bytes
    atoms = ceil_div(channels * element_bytes, config.atom_bytes)
    if width == 1 and height == 1:
        return ceil_div(atoms, entry_atoms)
    whole, rest = divmod(atoms, entry_atoms)
    share = 1 << (rest - 1).bit_length() if rest else 0
    return whole * width + ceil_div(width * share, entry_atoms)


def bank_bytes(config: HwConfig) -> int:
    """Bytes of a bank."""
    return config.cbuf_bank_entries * config.cbuf_entry_bytes


def image_entries(config: HwConfig, pixels: int, components: int, element_bytes: int) -> int:
    """Entries of the buffer that a line of an image takes, its padding included, in elements as they are multiplied."""
    return ceil_div(pixels * components * element_bytes, config.cbuf_entry_bytes)


def winograd_entries(config: HwConfig, channels: int, width: int, element_bytes: int) -> int:
    """Entries of the buffer that a line of the extended input takes; an entry is of one surface."""
    entry_atoms = config.cbuf_entry_bytes // config.atom_bytes
    return ceil_div(channels * element_bytes, config.atom_bytes) * ceil_div(width, entry_atoms)


def data_banks(config: HwConfig, entries: int, height: int) -> int:
    """Banks that an input of so many lines needs, each of so many entries."""
    return ceil_div(entries * height, config.cbuf_bank_entries)


def whole_entries(config: HwConfig, size_bytes: int) -> int:
    """Bytes of the entries that so many bytes take."""
    return ceil_div(size_bytes, config.cbuf_entry_bytes) * config.cbuf_entry_bytes


def weight_bytes(config: HwConfig, kernels: int, kernel_bytes: int) -> int:
    """Bytes of a weight surface: whole entries."""
    return whole_entries(config, kernels * kernel_bytes)


def weight_sizes(config: HwConfig, kernels: int, kernel_bytes: int) -> range:
    """What WEIGHT_BYTES of a surface may be: whole entries, on some parts more, up to a multiple of `ROUNDED_BYTES`."""
    least = most = weight_bytes(config, kernels, kernel_bytes)
    if "conv-weight-bytes" in config.relaxed_rules:
        most = max(least, ceil_div(least, ROUNDED_BYTES) * ROUNDED_BYTES)
    return range(least, most + config.cbuf_entry_bytes, config.cbuf_entry_bytes)


def full_weight_banks(config: HwConfig, size_bytes: int) -> int:
    """Banks that hold all weights at once."""
    return ceil_div(size_bytes, bank_bytes(config))


def least_weight_banks(config: HwConfig, kernels: int, kernel_bytes: int, precision: str) -> int:
    """Banks that hold the weights of one group and an entry more, the least that makes progress."""
    group_bytes = min(kernels, group_kernels(config, precision)) * kernel_bytes
    return ceil_div(group_bytes + config.cbuf_entry_bytes, bank_bytes(config))


def slice_entries(
    mode: str, cube: ConvInput | ConvImage, view: View, padding: Padding, of: tuple[HwConfig, str]
) -> int:
    """Entries of a slice: a line, of the extended input where there is one.

    Args:
        mode: of the convolution.
        cube: the input.
        view: what CSC sees.
        padding: what surrounds the input.
        of: the configuration, and the precision of the multiplication.
    """
    config, precision = of
    size = ELEMENT_BYTES[precision]
    if isinstance(cube, ConvImage):
        return image_entries(config, padding.left + cube.width + padding.right, cube.channels, size)
    if mode == WINOGRAD:
        return winograd_entries(config, view.depth, view.width, size)
    return entries_per_slice(config, cube.channels, cube.width, view.height, cube.element_bytes)


def all_slices(cube: ConvInput | ConvImage, view: View) -> int:
    """Slices that the buffer holds at once, of all batches."""
    return view.height * cube.batches


def kernel_bytes(view: View, kernel: Kernel, precision: str) -> int:
    """Bytes of a kernel that is not compressed, as CSC sees it."""
    return view.depth * kernel.height * kernel.width * ELEMENT_BYTES[precision]


def mask_bytes(config: HwConfig, kernels: int, kernel_size: int, precision: str) -> int:
    """Bytes of the mask of compressed weights: a bit an element, whole entries."""
    bits = kernels * kernel_size // ELEMENT_BYTES[precision]
    return whole_entries(config, ceil_div(bits, 8))


def group_mask_bytes(config: HwConfig, kernels: int, kernel_size: int, precision: str) -> int:
    """Bytes of the mask of one group of kernels."""
    group = min(kernels, group_kernels(config, precision))
    return ceil_div(group * kernel_size // ELEMENT_BYTES[precision], 8)
