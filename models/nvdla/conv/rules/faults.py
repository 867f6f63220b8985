"""What parts are known to play wrongly: rules only where a configuration says so (`errata`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.conv.rules.image import ROWS
from models.nvdla.conv.rules.shared import POINT, Context, ConvCase, small
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.surface_layout import ceil_div
from models.rules import Broken, RuleList

ERRATA = "docs/nvdla/errata.md"
BLOCKS_AT_MOST = 2
"""Blocks of channels of a kernel's row that the parts with the fault get right in every case."""
ONE_COMPONENT = {"INT8": "T_R8", "INT16": "T_R16", "FP16": "T_R16_F"}
"""A pixel format by the precision of its component."""
PADDING_BEATS_AT_MOST = (15, 7)
"""Beats of padding on one side of a line that the parts with the fault can count, by plane."""
TWO_PLANES = {"INT8": "T_Y8___U8V8_N444", "INT16": "T_Y16___U16V16_N444", "FP16": "T_Y16___U16V16_N444"}
"""A pixel format of two planes by the precision of its component."""
COLUMNS_COUNTED = 1 << 12
"""Columns of a cube that the parts with the fault tell apart where they step from a block of channels to the next."""


def _many_blocks(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Rows of kernels that take two blocks of channels and one channel more, or that make one pixel."""
    more, lanes = int(rng.integers(2)), case.context.config.mac_channels
    columns = BLOCKS_AT_MOST * lanes + 2 - more
    sizes: dict[str, Any] = {"channels": 1, "height": 1, "width": columns + more, "kernels": 1, "padding": Padding()}
    one = ONE_COMPONENT[case.subject.precision]
    conv = small(case, pixel_format=one, kernel=Kernel(height=1, width=columns), **sizes)
    return replace(case, subject=conv)


def _much_padding(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """So many columns on the right or the left that the second plane's beats of them are one too many."""
    pixels = case.context.config.atom_bytes // 2
    columns = PADDING_BEATS_AT_MOST[1] * pixels + pixels - 1
    padding = Padding(right=columns - 1) if rng.integers(2) else Padding(left=columns - 1)
    sizes: dict[str, Any] = {"height": 1, "width": 2, "kernels": 1, "kernel": Kernel(height=1, width=columns)}
    return replace(case, subject=small(case, pixel_format=TWO_PLANES[case.subject.precision], padding=padding, **sizes))


def _wide_cube(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """So many columns that a part counts none, in two blocks of channels."""
    del rng
    channels = case.context.config.mac_channels + 1
    sizes: dict[str, Any] = {"channels": channels, "height": 1, "width": COLUMNS_COUNTED, "kernels": 1}
    return replace(case, subject=small(case, **sizes, **POINT))


CONV_FAULT_RULES = RuleList[Conv, HwConfig](Conv)


@CONV_FAULT_RULES.rule(
    "conv-image-blocks",
    "Rows of an image's kernels that take three blocks of channels or more have several channels in the last, and make "
    "lines of several pixels.",
    ROWS,
    _many_blocks,
)
def _image_blocks(conv: Conv, context: Context) -> Iterator[Broken]:
    depth, lanes, registers = conv.view.depth, context.config.mac_channels, ("CSC.D_WEIGHT_SIZE_EXT_1",)
    if not isinstance(conv.input, ConvImage) or ceil_div(depth, lanes) <= BLOCKS_AT_MOST:
        return
    blocks = f"a kernel's row has {depth} elements, {ceil_div(depth, lanes)} blocks of {lanes}"
    if depth % lanes == 1:
        yield Broken(f"{blocks}, the last of one: the one before it is multiplied by other columns", registers)
    elif conv.output.width == 1:
        text = f"{blocks}, for output lines of one pixel: some are multiplied by other columns if weights are late"
        yield Broken(text, (*registers, "CSC.D_DATAOUT_SIZE_0"))


@CONV_FAULT_RULES.rule(
    "conv-image-padding",
    "Padding on either side of an image's lines takes at most 15 beats of the first plane, 7 of the second.",
    ERRATA,
    _much_padding,
)
def _image_padding(conv: Conv, context: Context) -> Iterator[Broken]:
    image, pad = conv.input, conv.padding
    if not isinstance(image, ConvImage) or image.pixel_format not in PIXEL_FORMATS:
        return
    for plane, (pixel_bytes, most) in enumerate(zip(image.pixel.plane_bytes, PADDING_BEATS_AT_MOST, strict=False)):
        pixels = context.config.atom_bytes // pixel_bytes
        offset = image.x_offset % pixels
        left = pad.left // pixels + (offset < pad.left % pixels)
        fetched = (image.width - 1 + offset) // pixels + 1
        right = (pad.left + image.width - 1 + pad.right) // pixels + 2 - left - fetched
        for side, beats in (("left", left), ("right", right)):
            if beats > most:
                text = (
                    f"the {side} padding of plane {plane} takes {beats} beats, of which the part counts at most {most}"
                )
                yield Broken(text, ("CDMA.D_ZERO_PADDING",))


@CONV_FAULT_RULES.rule(
    "conv-wide-cube",
    "A feature cube whose channels take several blocks has at most 4095 columns.",
    ERRATA,
    _wide_cube,
)
def _wide_cubes(conv: Conv, context: Context) -> Iterator[Broken]:
    width, depth, lanes = conv.view.width, conv.view.depth, context.config.mac_channels
    if isinstance(conv.input, ConvImage) or width < COLUMNS_COUNTED or depth <= lanes:
        return
    text = (
        f"the cube has {width} columns, which the part takes for {width % COLUMNS_COUNTED} "
        f"between its {ceil_div(depth, lanes)} blocks of {lanes} channels"
    )
    yield Broken(text, ("CSC.D_DATAIN_SIZE_EXT_0", "CSC.D_WEIGHT_SIZE_EXT_1"))
