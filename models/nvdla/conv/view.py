"""Sizes of input, kernels and output as CSC has them, not CDMA (docs/nvdla/convolution.md, 'Sizes that CSC sees').

Stimulus fills registers by these functions, rules check them by the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.parts import WINOGRAD, Kernel, Padding, View
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.surface_layout import ceil_div


def csc_kernel(mode: str, cube: ConvInput | ConvImage, taps: Kernel) -> Kernel:
    """A kernel as CSC's registers describe it.

    Args:
        mode: of the convolution.
        cube: the input.
        taps: the kernel's real rows and columns, and how it moves.
    """
    if mode == WINOGRAD:
        return replace(taps, height=TILE, width=TILE)
    return replace(taps, width=1) if isinstance(cube, ConvImage) else taps


def view_of(mode: str, cube: ConvInput | ConvImage, taps: Kernel, padding: Padding, config: HwConfig) -> View:
    """What CSC sees.

    Args:
        mode: of the convolution.
        cube: the input as CDMA fetches it.
        taps: the kernel's real rows and columns, and how it moves.
        padding: what surrounds the input.
        config: the hardware configuration.
    """
    if mode == WINOGRAD:
        height, width = extended_size(cube.height, cube.width, taps, padding)
        whole = padded_channels(cube.channels, cube.precision, config) * taps.stride_x * taps.stride_y
        return View(width=width, height=height, channels=whole, depth=whole)
    depth = cube.channels * taps.width if isinstance(cube, ConvImage) else cube.channels
    return View(
        width=cube.width,
        height=cube.height,
        channels=cube.channels,
        depth=depth,
        stride_x=taps.stride_x,
        stride_y=taps.stride_y,
    )


def extended_size(height: int, width: int, taps: Kernel, padding: Padding) -> tuple[int, int]:
    """Lines and columns of the input of Winograd once strides are made channels; the last stride counts as a whole."""
    lines, columns = padding.top + height + padding.bottom, padding.left + width + padding.right
    return ceil_div(lines, taps.stride_y), ceil_div(columns, taps.stride_x)


def output_size(mode: str, height: int, width: int, taps: Kernel, padding: Padding) -> tuple[int, int]:
    """Lines and columns of the output.

    Args:
        mode: of the convolution.
        height: lines of the input; `width` columns.
        width: likewise.
        taps: the kernel's real rows and columns, and how it moves.
        padding: what surrounds the input.
    """
    if mode == WINOGRAD:
        lines, columns = extended_size(height, width, taps, padding)
        return lines - TILE, columns - TILE
    lines = output_extent(height, padding.top, padding.bottom, taps.reach_y, taps.stride_y)
    return lines, output_extent(width, padding.left, padding.right, taps.reach_x, taps.stride_x)


def output_extent(size: int, before: int, behind: int, reach: int, stride: int) -> int:
    """Columns or lines of the output; 0 or less where a kernel does not fit once."""
    return (before + size + behind - reach) // stride + 1


@dataclass(frozen=True, slots=True)
class Misfit:
    """One number of CSC's.

    Attributes:
        what: it is.
        programmed: what CSC's register says.
        expected: what follows from the others.
        register: of CSC, that says it.
    """

    what: str
    programmed: int
    expected: int
    register: str


HEIGHT = "height"


def misfits(conv: Conv, config: HwConfig) -> Iterator[Misfit]:
    """The numbers that are not what they must be; precisions are none of the reserved ones.

    Of a layer that works on data of the one before, lines may be more: how many is for rules that know that one.
    """
    view, kernel = view_of(conv.mode, conv.input, conv.taps, conv.padding, config), conv.kernel
    if conv.mode == WINOGRAD and conv.view.channels == conv.input.channels * conv.taps.stride_x * conv.taps.stride_y:
        view = replace(view, channels=conv.view.channels)  # the part goes by the kernels' channels
    if conv.buffer.reuse_data:
        view = replace(view, height=max(view.height, conv.view.height))
    mine, must = conv.view, csc_kernel(conv.mode, conv.input, conv.taps)
    for found in (
        Misfit("width", mine.width, view.width, "D_DATAIN_SIZE_EXT_0"),
        Misfit(HEIGHT, mine.height, view.height, "D_DATAIN_SIZE_EXT_0"),
        Misfit("channels", mine.channels, view.channels, "D_DATAIN_SIZE_EXT_1"),
        Misfit("columns of a kernel", kernel.width, must.width, "D_WEIGHT_SIZE_EXT_0"),
        Misfit("rows of a kernel", kernel.height, must.height, "D_WEIGHT_SIZE_EXT_0"),
        Misfit("channels of a kernel", mine.depth, view.depth, "D_WEIGHT_SIZE_EXT_1"),
        Misfit("stride in x", mine.stride_x, view.stride_x, "D_CONV_STRIDE_EXT"),
        Misfit("stride in y", mine.stride_y, view.stride_y, "D_CONV_STRIDE_EXT"),
    ):
        if found.programmed != found.expected:
            yield found
