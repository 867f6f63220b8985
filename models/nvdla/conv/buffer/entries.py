"""How much of the convolution buffer a layer of any kind takes (docs/nvdla/units.md, 'Convolution buffer').

Stimulus fills registers by these functions, rules check them by the same.
"""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv import cbuf
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.parts import Kernel, Padding, View
from models.nvdla.conv.view import WINOGRAD
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div


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
        return cbuf.image_entries(config, padding.left + cube.width + padding.right, cube.channels, size)
    if mode == WINOGRAD:
        return cbuf.winograd_entries(config, view.depth, view.width, size)
    return cbuf.entries_per_slice(config, cube.channels, cube.width, view.height, cube.element_bytes)


def all_slices(cube: ConvInput | ConvImage, view: View) -> int:
    """Slices that the buffer holds at once, of all batches."""
    return view.height * cube.batches


def kernel_bytes(view: View, kernel: Kernel, precision: str) -> int:
    """Bytes of a kernel that is not compressed, as CSC is told of it."""
    return view.depth * kernel.height * kernel.width * ELEMENT_BYTES[precision]


def mask_bytes(config: HwConfig, kernels: int, kernel_size: int, precision: str) -> int:
    """Bytes of the mask of compressed weights: a bit an element, whole entries."""
    bits = kernels * kernel_size // ELEMENT_BYTES[precision]
    return cbuf.whole_entries(config, ceil_div(bits, 8))


def group_mask_bytes(config: HwConfig, kernels: int, kernel_size: int, precision: str) -> int:
    """Bytes of the mask of one group of kernels."""
    group = min(kernels, cbuf.group_kernels(config, precision))
    return ceil_div(group * kernel_size // ELEMENT_BYTES[precision], 8)
