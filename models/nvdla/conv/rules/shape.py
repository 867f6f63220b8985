"""What is legal for the shape of a convolution: kernel, padding, output."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.breakers import adds, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.parts import DIRECT, WINOGRAD
from models.nvdla.conv.rules import shape_breakers as breakers
from models.nvdla.conv.rules.shared import LIMITS, REGISTERS, Context, sized, small
from models.nvdla.conv.view import misfits, output_extent
from models.rules import Broken, RuleList


class Direction(NamedTuple):
    """What both directions of a convolution have.

    Attributes:
        name: ``width`` or ``height``.
        before: the name of the padding in front of the first element; `behind` that of the one at the end.
        padding: how much of both.
        size: of the input.
        reach: input elements from a kernel's first to its last one.
        stride: input elements from one output pixel to the next.
        output: what is programmed.
    """

    name: str
    before: str
    behind: str
    padding: tuple[int, int]
    size: int
    reach: int
    stride: int
    output: int

    @property
    def computed(self) -> int:
        """What the output is by all others."""
        return output_extent(self.size, *self.padding, self.reach, self.stride)

    @property
    def unused(self) -> int:
        """Elements at the end that no kernel reaches."""
        return (sum(self.padding) + self.size - self.reach) % self.stride


def _directions(conv: Conv) -> tuple[Direction, Direction]:
    cube, kernel, pad, output = conv.input, conv.taps, conv.padding, conv.output
    across, down = (pad.left, pad.right), (pad.top, pad.bottom)
    lines = conv.view.height if conv.buffer.reuse_data and conv.mode == DIRECT else cube.height
    return (
        Direction("width", "left", "right", across, cube.width, kernel.reach_x, kernel.stride_x, output.width),
        Direction("height", "top", "bottom", down, lines, kernel.reach_y, kernel.stride_y, output.height),
    )


SHAPE_RULES = RuleList[Conv, HwConfig](Conv)


@SHAPE_RULES.rule(
    "conv-extended-size",
    "CSC sees the sizes and strides that those of CDMA make in the convolution's mode.",
    "docs/nvdla/convolution.md, 'Sizes that CSC sees'",
    one_of(*(adds(f"view.{name}", 1, of=small) for name in ("width", "channels", "stride_x", "stride_y"))),
)
def _extended_size(conv: Conv, context: Context) -> Iterator[Broken]:
    for item in misfits(conv, context.config) if sized(conv) else ():
        text = f"{item.what}: CSC is told {item.programmed}, expected {item.expected} by what CDMA is told"
        registers = ("D_DATAIN_SIZE_0", "D_DATAIN_SIZE_1", "D_CONV_STRIDE")
        yield Broken(text, (f"CSC.{item.register}", *(f"CDMA.{name}" for name in registers)))


@SHAPE_RULES.rule(
    "conv-output-size",
    "The output has the size that input, padding, kernel, dilation and stride give.",
    REGISTERS,
    breakers.output_size,
)
def _output_size(conv: Conv, _: Context) -> Iterator[Broken]:
    if conv.mode == WINOGRAD:  # has a rule of its own
        return
    for axis in _directions(conv):
        if axis.output != axis.computed:
            text = (
                f"output {axis.name} is {axis.output}, expected {axis.computed}: input {axis.size} and padding "
                f"{axis.padding[0]} and {axis.padding[1]}, kernel reach {axis.reach}, stride {axis.stride}"
            )
            yield Broken(text, ("CSC.D_DATAOUT_SIZE_0", "CACC.D_DATAOUT_SIZE_0"))


@SHAPE_RULES.rule(
    "conv-padding-used",
    "Right and bottom padding are such that kernels use the last column and the last line.",
    LIMITS,
    breakers.padding_used,
)
def _padding_used(conv: Conv, _: Context) -> Iterator[Broken]:
    if conv.mode == WINOGRAD:
        return
    for axis in _directions(conv):
        if axis.unused:
            text = (
                f"the last {axis.unused} of the input's {axis.name} with its padding are not used "
                f"(stride {axis.stride}, kernel reach {axis.reach}); "
                f"choose the {axis.behind} padding, now {axis.padding[1]}, so that they are"
            )
            yield Broken(text, ("CDMA.D_ZERO_PADDING",))


@SHAPE_RULES.rule(
    "conv-padding-size", "Padding is less than what a kernel reaches, dilation included.", LIMITS, breakers.padding_size
)
def _padding_size(conv: Conv, _: Context) -> Iterator[Broken]:
    for axis in _directions(conv):
        for name, padding in zip((axis.before, axis.behind), axis.padding, strict=True):
            if padding >= axis.reach:
                text = f"{name} padding {padding} is not less than the {axis.reach} that a kernel reaches"
                yield Broken(text, ("CDMA.D_ZERO_PADDING", "CSC.D_ZERO_PADDING"))


@SHAPE_RULES.rule("conv-atomics", "ATOMICS are the output's pixels.", REGISTERS, adds("atomics", -1, 1, of=small))
def _atomics(conv: Conv, _: Context) -> Iterator[Broken]:
    pixels = conv.output.width * conv.output.height
    if conv.atomics != pixels:
        text = f"ATOMICS say {conv.atomics} pixels, the output has {pixels}"
        yield Broken(text, ("CSC.D_ATOMICS", "CSC.D_DATAOUT_SIZE_0"))


@SHAPE_RULES.rule(
    "conv-output-packed",
    "LINE_PACKED and SURF_PACKED of CACC are true for one output of 1x1 pixels, else false.",
    REGISTERS,
    breakers.output_packed,
)
def _output_packed(conv: Conv, _: Context) -> Iterator[Broken]:
    output = conv.output
    point = output.width == output.height == 1 and conv.input.batches == 1
    for name, flag in (("LINE_PACKED", output.line_packed), ("SURF_PACKED", output.surface_packed)):
        if flag != point:
            size = f"{output.height}x{output.width} (H x W) of {conv.input.batches} batch(es)"
            text = f"{name} of CACC is {flag}, must be {point} for an output of {size}"
            yield Broken(text, ("CACC.D_DATAOUT_MAP", "CACC.D_DATAOUT_SIZE_0"))


@SHAPE_RULES.rule(
    "conv-clip-truncate",
    "CLIP_TRUNCATE is no more than the fraction bits that CACC keeps.",
    "docs/nvdla/convolution.md, 'CACC in integers'",
    sets("clip_truncate", *range(CLIP_TRUNCATE_AT_MOST + 1, CLIP_TRUNCATE_AT_MOST + 16), of=small),
)
def _clip_truncate(conv: Conv, _: Context) -> Iterator[Broken]:
    if conv.clip_truncate > CLIP_TRUNCATE_AT_MOST:
        text = f"CLIP_TRUNCATE is {conv.clip_truncate}, at most {CLIP_TRUNCATE_AT_MOST}"
        yield Broken(text, ("CACC.D_CLIP_CFG",))
