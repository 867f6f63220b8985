"""What CSC is told of input and kernels, which is not what CDMA is (docs/nvdla/convolution.md, 'Sizes that CSC sees').

Stimulus fills registers by these functions, rules check them by the same.
"""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.parts import Kernel, Padding, View
from models.nvdla.surfaces.layout import ceil_div
from models.nvdla.surfaces.whole import padded_channels

DIRECT, WINOGRAD = "DIRECT", "WINOGRAD"
"""Names of the modes."""
TILE = 4
"""Pixels of a tile of Winograd, across and down: of the input, and of a kernel once it is transformed."""
WINOGRAD_TAPS = 3
"""Rows and columns of a kernel of Winograd, once strides are made channels."""


def told_kernel(mode: str, cube: ConvInput | ConvImage, taps: Kernel) -> Kernel:
    """A kernel as CSC is told.

    Args:
        mode: of the convolution.
        cube: the input.
        taps: the kernel's real rows and columns, and how it moves.
    """
    if mode == WINOGRAD:
        return replace(taps, height=TILE, width=TILE)
    return replace(taps, width=1) if isinstance(cube, ConvImage) else taps


def view_of(
    mode: str, cube: ConvInput | ConvImage, taps: Kernel, padding: Padding, config: HwConfig, *, kept_lines: int = 0
) -> View:
    """What CSC sees.

    Args:
        mode: of the convolution.
        cube: the input as CDMA fetches it.
        taps: the kernel's real rows and columns, and how it moves.
        padding: what surrounds the input.
        config: the hardware configuration.
        kept_lines: lines that the layer before left in the buffer, in front of those that are fetched (for Winograd
            lines of the extended input).
    """
    if mode == WINOGRAD:
        width, height = extended_size(cube, taps, padding)
        whole = padded_channels(cube.channels, cube.precision, config) * taps.stride_x * taps.stride_y
        return View(width=width, height=height + kept_lines, channels=whole, depth=whole)
    depth = cube.channels * taps.width if isinstance(cube, ConvImage) else cube.channels
    return View(
        width=cube.width,
        height=cube.height + kept_lines,
        channels=cube.channels,
        depth=depth,
        stride_x=taps.stride_x,
        stride_y=taps.stride_y,
    )


def extended_size(cube: ConvInput | ConvImage, taps: Kernel, padding: Padding) -> tuple[int, int]:
    """Columns and lines of the input of Winograd once strides are made channels; what is too much is left out."""
    width = padding.left + cube.width + padding.right
    height = padding.top + cube.height + padding.bottom
    return ceil_div(width, taps.stride_x), ceil_div(height, taps.stride_y)
