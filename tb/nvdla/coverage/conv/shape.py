"""The shape of a convolution: sizes, kernels and how they move, padding."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from models.nvdla.conv.descriptor import Conv
from tb.coverage.bins import each, names, octaves
from tb.coverage.classes import from_zero
from tb.coverage.covergroup import Coverpoint, cross
from tb.nvdla.coverage.conv.limits import deepest, tallest, widest
from tb.nvdla.coverage.numbers.values import is_value_of, value_class, values_of
from tb.nvdla.coverage.state import DeviceState

SINGLE_SIZES, SINGLE_TAPS, SINGLE_PADS = 2, 8, 4
SIDES = ("left", "right", "top", "bottom")
PADDED, PADDED_SIDES = "padded", "padded sides"
"""Moments of a layer with padding, and of each side that has some."""
SHAPE_CROSSES = (
    cross("padded side", "padding value"),
    cross("precision", "padding value", ignore_bins=lambda *labels: not is_value_of(*labels)),
)


def shape_points(device: DeviceState) -> Iterator[Coverpoint]:
    """The coverpoints, of descriptors; strides and dilations where they change what is computed."""
    config, cdma, csc = device.config, device.registers.CDMA, device.registers.CSC
    size, kernel, stride, dilation = (
        cdma.D_DATAIN_SIZE_0,
        csc.D_WEIGHT_SIZE_EXT_0,
        csc.D_CONV_STRIDE_EXT,
        csc.D_DILATION_EXT,
    )
    height = octaves(SINGLE_SIZES, tallest(config, size.DATAIN_HEIGHT))
    width = octaves(SINGLE_SIZES, widest(config, size.DATAIN_WIDTH))
    channels = octaves(SINGLE_SIZES, deepest(config, cdma.D_DATAIN_SIZE_1.DATAIN_CHANNEL))
    kernels = octaves(SINGLE_SIZES, cdma.D_WEIGHT_SIZE_1.WEIGHT_KERNEL.limit + 1)
    rows = octaves(SINGLE_TAPS, kernel.WEIGHT_HEIGHT_EXT.limit + 1)
    columns = octaves(SINGLE_TAPS, kernel.WEIGHT_WIDTH_EXT.limit + 1)
    x_stride, y_stride, x_dilation, y_dilation = (
        each(range(1, field.limit + 2))
        for field in (
            *(stride.CONV_X_STRIDE_EXT, stride.CONV_Y_STRIDE_EXT),
            *(dilation.X_DILATION_EXT, dilation.Y_DILATION_EXT),
        )
    )
    yield Coverpoint("height", height, lambda conv: conv.input.height)
    yield Coverpoint("width", width, lambda conv: conv.input.width)
    yield Coverpoint("channels", channels, lambda conv: conv.input.channels)
    yield Coverpoint("output height", height, lambda conv: conv.output.height)
    yield Coverpoint("output width", width, lambda conv: conv.output.width)
    yield Coverpoint("kernels", kernels, lambda conv: conv.weights.kernels)
    yield Coverpoint("rows", rows, lambda conv: conv.kernel.height)
    yield Coverpoint("columns", columns, lambda conv: conv.kernel.width)
    yield Coverpoint("strides", names("of one", "in x", "in y", "the same", "of two sizes"), _strides)
    yield Coverpoint("x stride", x_stride, lambda conv: conv.kernel.stride_x if conv.output.width > 1 else None)
    yield Coverpoint("y stride", y_stride, lambda conv: conv.kernel.stride_y if conv.output.height > 1 else None)
    yield Coverpoint("x dilation", x_dilation, lambda conv: conv.kernel.dilation_x if conv.kernel.width > 1 else None)
    yield Coverpoint("y dilation", y_dilation, lambda conv: conv.kernel.dilation_y if conv.kernel.height > 1 else None)
    for side in SIDES:
        limit = cdma.D_ZERO_PADDING.fields[f"PAD_{side.upper()}"].limit
        yield Coverpoint(f"{side} padding", from_zero(SINGLE_PADS, limit), attrgetter(f"padding.{side}"))
    value = values_of(config.precisions)
    yield Coverpoint("padded side", names(*SIDES), padded_sides, PADDED_SIDES)
    yield Coverpoint(
        "padding value", value, lambda conv: value_class(conv.padding.value, conv.precision), (PADDED, PADDED_SIDES)
    )


def padded_sides(conv: Conv) -> list[str]:
    """The sides that have padding."""
    return [side for side in SIDES if getattr(conv.padding, side)]


def _strides(conv: Conv) -> str:
    across = conv.kernel.stride_x if conv.output.width > 1 else 1
    down = conv.kernel.stride_y if conv.output.height > 1 else 1
    if across == down:
        return "of one" if across == 1 else "the same"
    if 1 in (across, down):
        return "in x" if down == 1 else "in y"
    return "of two sizes"
