"""What breaks the rules of images: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.conv.rules.breakers import changed, small_image
from models.nvdla.conv.rules.sections import ConvCase


def pixel_format(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A reserved format or mapping, or a format of another precision."""
    conv, image = _small(case)
    other = {"INT8": "T_R16", "INT16": "T_R8", "FP16": "T_R8"}[conv.precision]
    ways: list[dict[str, Any]] = [{"pixel_format": "0x3f"}, {"mapping": "RESERVED_LINEAR"}, {"pixel_format": other}]
    return changed(case, replace(conv, input=replace(image, **ways[rng.integers(3)])))


def line_stride(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """Lines that overlap by an atom."""
    conv, image = _small(case)
    side = replace(image.side, line_stride_bytes=image.side.line_stride_bytes - case.context.config.atom_bytes)
    return changed(case, replace(conv, input=replace(image, side=side)))


def x_offset(case: ConvCase, _: np.random.Generator) -> ConvCase:
    """A whole atom that is left out."""
    conv, image = _small(case)
    atom = case.context.config.atom_bytes
    side = replace(image.side, line_stride_bytes=image.side.line_stride_bytes + atom)
    pixels = atom // image.pixel.plane_bytes[0]
    return changed(case, replace(conv, input=replace(image, side=side, x_offset=pixels)))


def y_offset(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """A line that is left out."""
    conv, image = _small(case)
    return changed(case, replace(conv, input=replace(image, y_offset=int(rng.integers(1, 8)))))


def post_extension(case: ConvCase, rng: np.random.Generator) -> ConvCase:
    """Too many rows at a time, of a kernel, of those that there are, or for the stride."""
    config, choice = case.context.config, small_image(case)
    lanes = config.mac_channels // 2
    way, components = rng.integers(3), choice.channels
    columns = lanes // components + 1
    kernel = Kernel(height=2, width=columns if way == 0 else 1, stride_x=columns if way == 1 else 1)
    width = columns + kernel.width
    choice = replace(choice, kernel=kernel, width=width, padding=Padding(), post_extension=8 if way == 2 else 2)
    if way == 1 and columns > 8:  # more than a stride can be
        choice = replace(choice, kernel=replace(kernel, stride_x=8), width=17, post_extension=4)
    return changed(case, choice.layer(config))


def _small(case: ConvCase) -> tuple[Conv, ConvImage]:
    conv = small_image(case).layer(case.context.config)
    assert isinstance(conv.input, ConvImage)
    return conv, conv.input
