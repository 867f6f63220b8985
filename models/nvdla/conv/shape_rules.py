"""What is legal for the shape of a convolution: kernel, padding, output."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from models.nvdla.conv import shape_mutants as mutants
from models.nvdla.conv.cbuf import output_extent
from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.sections import LIMITS, REGISTERS, Context, ConvRule, sized
from models.nvdla.conv.view import told_kernel, view_of
from models.rules import Broken, Rule


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
    return (
        Direction("width", "left", "right", across, cube.width, kernel.reach_x, kernel.stride_x, output.width),
        Direction("height", "top", "bottom", down, cube.height, kernel.reach_y, kernel.stride_y, output.height),
    )


def _extended_size(conv: Conv, context: Context) -> Iterator[Broken]:
    if not sized(conv):
        return
    kept = max(0, conv.view.height - conv.input.height) if conv.buffer.reuse_data else 0
    view = view_of(conv.mode, conv.input, conv.taps, conv.padding, context.config)
    view = replace(view, height=view.height + kept)
    kernel = told_kernel(conv.mode, conv.input, conv.taps)
    for what, told, expected, register in (
        ("width", conv.view.width, view.width, "CSC.D_DATAIN_SIZE_EXT_0"),
        ("height", conv.view.height, view.height, "CSC.D_DATAIN_SIZE_EXT_0"),
        ("channels", conv.view.channels, view.channels, "CSC.D_DATAIN_SIZE_EXT_1"),
        ("columns of a kernel", conv.kernel.width, kernel.width, "CSC.D_WEIGHT_SIZE_EXT_0"),
        ("rows of a kernel", conv.kernel.height, kernel.height, "CSC.D_WEIGHT_SIZE_EXT_0"),
        ("channels of a kernel", conv.view.depth, view.depth, "CSC.D_WEIGHT_SIZE_EXT_1"),
        ("stride in x", conv.view.stride_x, view.stride_x, "CSC.D_CONV_STRIDE_EXT"),
        ("stride in y", conv.view.stride_y, view.stride_y, "CSC.D_CONV_STRIDE_EXT"),
    ):
        if told != expected:
            text = f"CSC is told a {what} of {told}, expected {expected} of what CDMA is told"
            yield Broken(text, (register, "CDMA.D_DATAIN_SIZE_0", "CDMA.D_DATAIN_SIZE_1", "CDMA.D_CONV_STRIDE"))


def _output_size(conv: Conv, _: Context) -> Iterator[Broken]:
    for way in _directions(conv):
        if way.output != way.computed:
            text = (
                f"output {way.name} is {way.output}, expected {way.computed}: input {way.size} and padding "
                f"{way.padding[0]} and {way.padding[1]}, kernel reach {way.reach}, stride {way.stride}"
            )
            yield Broken(text, ("CSC.D_DATAOUT_SIZE_0", "CACC.D_DATAOUT_SIZE_0"))


def _padding_used(conv: Conv, _: Context) -> Iterator[Broken]:
    for way in _directions(conv):
        if way.unused:
            text = (
                f"the last {way.unused} of the input's {way.name} with its padding are not used (stride {way.stride}, "
                f"kernel reach {way.reach}); choose the {way.behind} padding, now {way.padding[1]}, so that they are"
            )
            yield Broken(text, ("CDMA.D_ZERO_PADDING",))


def _padding_size(conv: Conv, _: Context) -> Iterator[Broken]:
    for way in _directions(conv):
        for name, padding in zip((way.before, way.behind), way.padding, strict=True):
            if padding >= way.reach:
                text = f"{name} padding {padding} is not less than the {way.reach} that a kernel reaches"
                yield Broken(text, ("CDMA.D_ZERO_PADDING", "CSC.D_ZERO_PADDING"))


def _atomics(conv: Conv, _: Context) -> Iterator[Broken]:
    pixels = conv.output.width * conv.output.height
    if conv.atomics != pixels:
        text = f"ATOMICS say {conv.atomics} pixels, the output has {pixels}"
        yield Broken(text, ("CSC.D_ATOMICS", "CSC.D_DATAOUT_SIZE_0"))


def _output_packed(conv: Conv, _: Context) -> Iterator[Broken]:
    output = conv.output
    point = output.width == output.height == 1
    for name, flag in (("LINE_PACKED", output.line_packed), ("SURF_PACKED", output.surface_packed)):
        if flag != point:
            text = f"{name} of CACC is {flag}, must be {point} for an output of {output.height}x{output.width} (H x W)"
            yield Broken(text, ("CACC.D_DATAOUT_MAP", "CACC.D_DATAOUT_SIZE_0"))


def _clip_truncate(conv: Conv, _: Context) -> Iterator[Broken]:
    if conv.clip_truncate > CLIP_TRUNCATE_AT_MOST:
        text = f"CLIP_TRUNCATE is {conv.clip_truncate}, at most {CLIP_TRUNCATE_AT_MOST}"
        yield Broken(text, ("CACC.D_CLIP_CFG",))


SHAPE_RULES: tuple[ConvRule, ...] = (
    Rule(
        name="conv-extended-size",
        of=Conv,
        text="CSC sees the sizes and strides that those of CDMA make in the convolution's mode.",
        section="docs/nvdla/convolution.md, 'Sizes that CSC sees'",
        find=_extended_size,
        break_it=mutants.extended_size,
    ),
    Rule(
        name="conv-output-size",
        of=Conv,
        text="The output has the size that input, padding, kernel, dilation and stride give.",
        section=REGISTERS,
        find=_output_size,
        break_it=mutants.output_size,
    ),
    Rule(
        name="conv-padding-used",
        of=Conv,
        text="Right and bottom padding are such that kernels use the last column and the last line.",
        section=LIMITS,
        find=_padding_used,
        break_it=mutants.padding_used,
    ),
    Rule(
        name="conv-padding-size",
        of=Conv,
        text="Padding is less than what a kernel reaches, dilation included.",
        section=LIMITS,
        find=_padding_size,
        break_it=mutants.padding_size,
    ),
    Rule(
        name="conv-atomics",
        of=Conv,
        text="ATOMICS are the output's pixels.",
        section=REGISTERS,
        find=_atomics,
        break_it=mutants.atomics,
    ),
    Rule(
        name="conv-output-packed",
        of=Conv,
        text="LINE_PACKED and SURF_PACKED of CACC are true for an output of 1x1 pixels, else false.",
        section=REGISTERS,
        find=_output_packed,
        break_it=mutants.output_packed,
    ),
    Rule(
        name="conv-clip-truncate",
        of=Conv,
        text="CLIP_TRUNCATE is no more than the fraction bits that CACC keeps.",
        section="docs/nvdla/convolution.md, 'CACC in integers'",
        find=_clip_truncate,
        break_it=mutants.clip_truncate,
    ),
)
