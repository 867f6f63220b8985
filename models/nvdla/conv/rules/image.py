"""What is legal for the convolution of an image."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from models.breakers import adds, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import POST_EXTENSION_AT_MOST, Conv
from models.nvdla.conv.fetch.inputs import PITCH_LINEAR, ConvImage
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.conv.rules.shared import FORMAT_LIMITS, Context, ConvCase, ruled_sides, small_image
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.pixel_plane import PixelPlane
from models.nvdla.surfaces.rules import atoms
from models.rules import Broken, RuleList

FORMATS = "docs/nvdla/layouts.md, 'Image formats'"
ROWS = "docs/nvdla/convolution.md, 'Images in CSC'"


def _planes(conv: Conv, context: Context) -> tuple[PixelPlane, ...]:
    """The planes of an image; none where the format is none or fits nothing, which are rules of their own."""
    with suppress(ValueError):
        if isinstance(conv.input, ConvImage):
            return conv.input.layout(context.config).planes
    return ()


def _of_another_precision(case: ConvCase) -> str:
    return {"INT8": "T_R16", "INT16": "T_R8", "FP16": "T_R8"}[case.subject.precision]


def _atom_left_out(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """A whole atom that is left out."""
    conv, atom = small_image(case), case.context.config.atom_bytes
    image = conv.input
    assert isinstance(image, ConvImage)
    side = replace(image.side, line_stride_bytes=image.side.line_stride_bytes + atom)
    pixels = atom // image.pixel.plane_bytes[0]
    return replace(case, subject=replace(conv, input=replace(image, side=side, x_offset=pixels)))


def _too_many_rows(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Too many rows at a time, of a kernel, of those that there are, or for the stride."""
    lanes, wrong = case.context.config.mac_channels // 2, rng.integers(3)
    columns = lanes // small_image(case).input.channels + 1
    kernel = Kernel(height=2, width=columns if wrong == 0 else 1, stride_x=columns if wrong == 1 else 1)
    width, rows = columns + kernel.width, 8 if wrong == 2 else 2
    if wrong == 1 and columns > 8:  # more than a stride can be
        kernel, width, rows = replace(kernel, stride_x=8), 17, 4
    conv = small_image(case, kernel=kernel, width=width, padding=Padding(), post_extension=rows)
    return replace(case, subject=conv)


IMAGE_RULES = RuleList[Conv, HwConfig](Conv)


@IMAGE_RULES.rule(
    "conv-pixel-format",
    "Pixels have a format that there is, and the precision and number of components that it has.",
    FORMATS,
    one_of(
        sets("input.pixel_format", "0x3f", of=small_image),
        sets("input.mapping", "RESERVED_LINEAR", of=small_image),
        sets("input.pixel_format", _of_another_precision, of=small_image),
    ),
)
def _format(conv: Conv, _: Context) -> Iterator[Broken]:
    image = conv.input
    if not isinstance(image, ConvImage):
        return
    pixel = PIXEL_FORMATS.get(image.pixel_format)
    if pixel is None or image.mapping != PITCH_LINEAR:
        yield Broken(f"pixels are {image.pixel_format} {image.mapping}, which is none", ("CDMA.D_DATAIN_FORMAT",))
    elif (pixel.precision, pixel.channels) != (image.precision, image.channels):
        text = (
            f"pixels of {image.pixel_format} have {pixel.channels} components of {pixel.precision}, "
            f"not {image.channels} of {image.precision}"
        )
        yield Broken(text, ("CDMA.D_DATAIN_FORMAT", "CDMA.D_MISC_CFG", "CDMA.D_DATAIN_SIZE_1"))


@IMAGE_RULES.rule(
    "conv-image-line-stride",
    "Lines of an image do not overlap: a line stride is at least what is fetched of a line.",
    FORMAT_LIMITS,
    adds("input.side.line_stride_bytes", atoms(-1), of=small_image),
)
def _line_stride(conv: Conv, context: Context) -> Iterator[Broken]:
    for ruled in ruled_sides(conv, context.config) if isinstance(conv.input, ConvImage) else ():
        if text := ruled.short_lines():
            yield ruled.broken(text, ruled.registers.line_stride, ruled.width, "D_PIXEL_OFFSET")


@IMAGE_RULES.rule("conv-x-offset", "PIXEL_X_OFFSET leaves out fewer pixels than an atom has.", FORMATS, _atom_left_out)
def _x_offset(conv: Conv, context: Context) -> Iterator[Broken]:
    for plane in _planes(conv, context)[:1]:
        limit = context.config.atom_bytes // plane.pixel_bytes
        if plane.x_offset >= limit:
            text = f"PIXEL_X_OFFSET is {plane.x_offset}; an atom has {limit} pixels: put the rest into the address"
            yield Broken(text, ("CDMA.D_PIXEL_OFFSET",))


@IMAGE_RULES.rule(
    "conv-y-offset",
    "PIXEL_Y_OFFSET of an image is 0.",
    "guide, 'Limitation', Image",
    sets("input.y_offset", *range(1, 8), of=small_image),
)
def _y_offset(conv: Conv, _: Context) -> Iterator[Broken]:
    if isinstance(conv.input, ConvImage) and conv.input.y_offset:
        yield Broken(f"PIXEL_Y_OFFSET is {conv.input.y_offset}, must be 0", ("CDMA.D_PIXEL_OFFSET",))


@IMAGE_RULES.rule(
    "conv-post-extension",
    "Several rows of a kernel fit the lanes of a MAC cell, and so do strides: a row has its share of them.",
    ROWS,
    _too_many_rows,
)
def _post_extension(conv: Conv, context: Context) -> Iterator[Broken]:
    rows, registers = conv.post_extension, ("CSC.D_POST_Y_EXTENSION", "CSC.D_WEIGHT_SIZE_EXT_1")
    if rows == 1 or not isinstance(conv.input, ConvImage):
        return
    if rows > POST_EXTENSION_AT_MOST:
        yield Broken(f"Y_EXTENSION says {rows} rows at a time, at most {POST_EXTENSION_AT_MOST}", registers[:1])
        return
    lanes = context.config.mac_channels // rows
    for what, elements, register in (
        ("a kernel's row has", conv.view.depth, "CSC.D_WEIGHT_SIZE_EXT_1"),
        ("from one output to the next are", conv.view.stride_x * conv.view.channels, "CSC.D_CONV_STRIDE_EXT"),
    ):
        if elements > lanes:
            text = f"{what} {elements} elements; with {rows} rows at a time they are at most {lanes}"
            yield Broken(text, (registers[0], register))
