"""How much a convolution has to do: what a simulator takes its time for."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import WINOGRAD, WINOGRAD_OUTPUTS
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.direct_weights import KernelShape
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.surface_layout import ceil_div


def operations_of(conv: Conv, config: HwConfig) -> int:
    """Operations of the MAC array that a layer takes."""
    kernels, pixels = conv.weights.kernels, conv.atomics
    if conv.mode == WINOGRAD:
        groups = ceil_div(kernels, group_kernels(config, conv.precision))
        return groups * ceil_div(conv.view.depth, TILE) * (pixels // WINOGRAD_OUTPUTS**2)
    rows, columns = ceil_div(conv.kernel.height, conv.post_extension), conv.kernel.width
    kernel = kernels, conv.view.depth, rows, columns
    return direct_operations(config, conv.precision, kernel, pixels * conv.input.batches)


def direct_operations(config: HwConfig, precision: str, kernel: KernelShape, pixels: int) -> int:
    """Operations of the MAC array that a direct convolution takes.

    Args:
        config: the hardware configuration.
        precision: of the multiplication.
        kernel: kernels, channels, rows, columns.
        pixels: of the output, of all batches.
    """
    kernels, channels, rows, columns = kernel
    groups, blocks = ceil_div(kernels, group_kernels(config, precision)), ceil_div(channels, config.mac_channels)
    return groups * blocks * rows * columns * pixels


def moved_bytes(conv: Conv, sdp: Sdp, config: HwConfig) -> int:
    """Bytes of the input or of the output, of whichever has more."""
    if isinstance(conv.input, ConvImage):
        read = sum(plane.line_bytes * plane.extent[1] for plane in conv.input.layout(config).planes)
    else:
        cube = conv.input.layout(config)
        read = cube.extent[0] * cube.extent[1] * cube.line_bytes * conv.input.batches
    surfaces, lines, _ = (layout := sdp.layout(config)).extent
    return max(read, surfaces * lines * layout.line_bytes * sdp.batches)
