"""Whether a convolution is small enough to be computed (docs/nvdla/traces.md, 'Limits')."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.multiply.compute import geometry_of
from models.nvdla.conv.multiply.fp16.convolve import TILE_OUTPUTS, TILE_PIXELS
from models.nvdla.conv.multiply.fp16.winograd import SOME_OUTPUTS, SOME_TILES
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.limits import CONV_ELEMENTS, CONV_OUTPUTS, HALF_MACS, INTEGER_MACS, need_at_most
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.surface_layout import ceil_div

LAID_OUT_MACS, STEP_MACS, CALL_MACS = 32, 64, 1 << 18
"""What an integer costs that is laid out, a step that is added up, and a call of numpy, in integer multiplications."""
HALF_STEP_MACS, HALF_CALL_MACS = 8, 1 << 14
"""What a step of FP16 costs that is added up, and a call for one, in FP16 multiplications."""


@dataclass(frozen=True, slots=True)
class ConvSize:
    """How much there is to do for one batch.

    Attributes:
        outputs: columns, lines and kernels of the output; for Winograd of its tiles.
        taps: multiplications for each of them.
        steps: of the MAC, likewise.
        elements: of the padded input, or of what is made of it.
        laid: elements that are laid out at a time.
        kept: sums that stand in memory for each of the outputs.
    """

    outputs: tuple[int, int, int]
    taps: int
    steps: int
    elements: int
    laid: int
    kept: int = 1

    @property
    def pixels(self) -> int:
        """Of the output."""
        columns, lines, _ = self.outputs
        return columns * lines

    @property
    def values(self) -> int:
        """Of the output."""
        return self.pixels * self.outputs[2]


def need_room_to_compute(conv: Conv, config: HwConfig) -> None:
    """Refuse a convolution that takes too much memory or time.

    Raises:
        TooLargeError: it does.
    """
    size, batches = size_of(conv, config), conv.input.batches
    kernels = conv.weights.kernels * size.taps
    need_at_most(CONV_OUTPUTS, batches * size.values * size.kept, "makes outputs:")
    need_at_most(CONV_ELEMENTS, kernels, "has weights:")
    need_at_most(CONV_ELEMENTS, batches * size.elements, "has elements of the padded input:")
    need_at_most(CONV_ELEMENTS, size.laid, "lays out elements:")
    if conv.precision == "FP16":
        work = size.values * (size.taps + HALF_STEP_MACS * size.steps)
        work += HALF_CALL_MACS * size.steps * _tiles(conv, size)
        need_at_most(HALF_MACS, batches * work, "takes as long as FP16 multiplications:")
    else:
        work = size.values * (size.taps + STEP_MACS * size.steps) + LAID_OUT_MACS * size.taps * size.pixels
        work += CALL_MACS * size.steps
        need_at_most(INTEGER_MACS, batches * work, "takes as long as integer multiplications:")


def size_of(conv: Conv, config: HwConfig) -> ConvSize:
    """How much there is to do for one batch."""
    if conv.mode == WINOGRAD:
        return _winograd(conv, config)
    lines, columns = geometry_of(conv).reach(conv.taps.height, conv.taps.width)
    lines, columns = max(lines, conv.view.height), max(columns, conv.view.width)
    outputs, channels = (conv.output.width, conv.output.height, conv.weights.kernels), conv.input.channels
    taps = max(conv.view.depth, channels * (conv.taps.width if isinstance(conv.input, ConvImage) else 1))
    lanes = config.mac_channels
    if not isinstance(conv.input, ConvImage):
        taps *= conv.taps.height * conv.taps.width
        steps = ceil_div(channels, lanes) * conv.taps.height * conv.taps.width
        return ConvSize(outputs, taps, steps, channels * lines * columns, taps * conv.output.width)
    element_lines = taps * conv.output.width
    taps *= conv.taps.height
    steps = ceil_div(taps, lanes * conv.post_extension) + conv.taps.height
    whole = conv.output.height if conv.post_extension > 1 else 1
    return ConvSize(
        outputs, taps, steps, max(element_lines, channels * columns) * lines, taps * conv.output.width * whole
    )


def _winograd(conv: Conv, config: HwConfig) -> ConvSize:
    outputs = (ceil_div(conv.output.width, 2), ceil_div(conv.output.height, 2), conv.weights.kernels)
    elements = config.atom_bytes // conv.input.element_bytes
    channels = ceil_div(conv.input.channels, elements) * elements
    depth = max(conv.view.depth, channels * conv.kernel.stride_x * conv.kernel.stride_y)
    features, strides = conv.features, conv.kernel.stride_x * conv.kernel.stride_y
    extended = channels * strides * features.extended_width * features.extended_height
    tiles = depth * TILE * TILE * outputs[0] * outputs[1]
    return ConvSize(outputs, depth * TILE * TILE, ceil_div(depth, TILE), max(extended, tiles), tiles, TILE * TILE)


def _tiles(conv: Conv, size: ConvSize) -> int:
    """In how many pieces the output of FP16 is worked on."""
    columns, lines, kernels = size.outputs
    if conv.mode == WINOGRAD:
        some = min(size.pixels, SOME_TILES)
        return ceil_div(size.pixels, some) * ceil_div(kernels, max(SOME_OUTPUTS // some, 1))
    width = min(columns, TILE_PIXELS)
    height = min(max(TILE_PIXELS // width, 1), lines)
    pieces = ceil_div(columns, width) * ceil_div(lines, height)
    return pieces * ceil_div(kernels, max(TILE_OUTPUTS // (width * height), 1))
