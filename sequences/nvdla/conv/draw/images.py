"""One draw of a convolution of an image: format, sizes, what the convertor does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import Means
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.modes import ROWS
from models.nvdla.conv.parts import Padding
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS, PixelFormat
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.numbers import draw_in_convertor
from sequences.nvdla.conv.draw.shape import ConvKnobs, valued_shape, with_memories, with_numbers, with_switches
from sequences.nvdla.conv.draw.sizes import (
    FEW_BLOCKS,
    ConvSizes,
    draw_kernel,
    draw_kernels,
    draw_moves,
    draw_output,
    draw_padding,
    draw_taps,
    draw_usual_kernel,
    input_for,
)
from sequences.nvdla.conv.shapes import ConvShape, ImageShape

FLOAT = "FP16"
COLUMNS_AT_MOST = 32
MORE_OPERATIONS = 3
"""How many more operations some images may have than other layers, so that wide kernels make more than a pixel."""


def draw_image(bench: NvdlaBench, wanted: Mapping[str, str], knobs: ConvKnobs) -> ConvShape | None:
    """One draw; None where it came to nothing. Arguments as of `draw_shape`."""
    rng, config = bench.rng, bench.config
    found = _format(rng, config, wanted)
    if found is None:
        return None
    more = MORE_OPERATIONS if chance(rng, 0.4) else 1
    sizes = _sizes(rng, config, found, wanted, more * knobs.operations_at_most)
    if sizes is None:
        return None
    return image_shape(bench, found, sizes, wanted, knobs)


def any_format(rng: np.random.Generator, config: HwConfig, planes: int | None = None) -> PixelFormat:
    """Any format of a precision that there is, each as often; of one plane or of two, or of either."""
    pixels = [
        pixel
        for pixel in PIXEL_FORMATS.values()
        if pixel.precision in config.precisions and planes in (len(pixel.plane_bytes), None)
    ]
    return pixels[int(rng.integers(len(pixels)))]


def image_shape(
    bench: NvdlaBench, of: tuple[PixelFormat, str], sizes: ConvSizes, wanted: Mapping[str, str], knobs: ConvKnobs
) -> ConvShape:
    """A layer of sizes that are drawn: its values, numbers and memories.

    Args:
        bench: where to play.
        of: the format, and the precision that it is multiplied in.
        sizes: its sizes.
        wanted: aspects that are asked for, by name as in `aspects_of_conv`.
        knobs: what it prefers.
    """
    (pixel, precision), rng = of, bench.rng
    aspects = with_switches(rng, wanted, knobs) | {"convertor": "taken"}  # of images it is drawn here
    shape = valued_shape(rng, pixel.precision, precision, sizes)
    shape = replace(shape, image=_image(rng, bench.config, pixel, wanted))
    shape = with_memories(bench, with_numbers(bench, shape, aspects, knobs), aspects, knobs)
    return _converted(rng, shape, wanted)


def _format(rng: np.random.Generator, config: HwConfig, wanted: Mapping[str, str]) -> tuple[PixelFormat, str] | None:
    """A format, and the precision that it is multiplied in: mostly its own."""
    pixels = [
        pixel
        for pixel in PIXEL_FORMATS.values()
        if pixel.precision in config.precisions
        and wanted.get("format", pixel.name) == pixel.name
        and wanted.get("made", pixel.precision).startswith(pixel.precision)
        and wanted.get("planes", _planes(pixel)) == _planes(pixel)
        and (wanted.get("offset") != "offset" or config.atom_bytes > pixel.plane_bytes[0])
    ]
    made = [(pixel, name) for pixel in pixels for name in _made_of(pixel, config, wanted)]
    own = [item for item in made if item[0].precision == item[1]]
    several = own if own and chance(rng, 0.7) else made
    two = [item for item in several if len(item[0].plane_bytes) > 1]
    wide = [item for item in two if ELEMENT_BYTES[item[0].precision] > 1]
    if wide and chance(rng, 0.35):  # there are many more others
        several = wide if chance(rng, 0.6) else two
    return several[int(rng.integers(len(several)))] if several else None


def _planes(pixel: PixelFormat) -> str:
    return "one-plane" if len(pixel.plane_bytes) == 1 else "two-planes"


def _made_of(pixel: PixelFormat, config: HwConfig, wanted: Mapping[str, str]) -> list[str]:
    """What its components can be multiplied as."""
    possible = (FLOAT,) if pixel.precision == FLOAT else config.precisions
    return [
        name
        for name in possible
        if wanted.get("precision", name) == name
        and wanted.get("made", f"{pixel.precision}-to-{name}") == f"{pixel.precision}-to-{name}"
    ]


def _sizes(
    rng: np.random.Generator,
    config: HwConfig,
    of: tuple[PixelFormat, str],
    wanted: Mapping[str, str],
    operations: int,
) -> ConvSizes | None:
    """Sizes for a format and a precision; None where they came to nothing."""
    pixel, precision = of
    rows, columns = draw_taps(rng, config, kind := wanted.get("kernel") or draw_usual_kernel(rng))
    step = int(wanted["rows"].partition("-")[0]) if "rows" in wanted else int(rng.choice(ROWS, p=(0.6, 0.2, 0.2)))
    if step > 1 and chance(rng, 0.7):
        rows, columns = max(rows, 2), 1 + int(rng.integers(max(1, config.mac_channels // step // pixel.channels)))
    elif wanted.get("channels") == "deep" or (kind in ("wide", "block") and chance(rng, 0.5)):
        columns = config.mac_channels // pixel.channels + 1 + int(rng.integers(COLUMNS_AT_MOST))
    columns = min(columns, COLUMNS_AT_MOST)
    many_blocks = columns * pixel.channels > FEW_BLOCKS * config.mac_channels
    if many_blocks and kind == "block" and "kernel" not in wanted:  # else its weights do not fit the buffer
        rows = 1
    moves = draw_moves(rng, wanted.get("move"), several_taps=(rows, columns) != (1, 1)) - {"dilated"}
    if "move" not in wanted and chance(rng, 0.25):
        moves |= {"strided"}
    kernel = draw_kernel(rng, rows, columns, moves)
    if step > 1 and max(columns, kernel.stride_x) * pixel.channels * step > config.mac_channels:
        if "rows" in wanted:
            return None
        step = 1
    group = group_kernels(config, precision)
    kernels = draw_kernels(rng, group, wanted.get("kernels") or ("few" if many_blocks else None))
    cost = ceil_div(kernels, group) * ceil_div(columns * pixel.channels, config.mac_channels) * ceil_div(rows, step)
    out = (1, 1) if kind == "full" else draw_output(rng, config, wanted.get("size"), max(1, operations // cost), moves)
    padding = draw_padding(rng, config, kernel) if "padded" in moves else Padding()
    height, width = input_for(out, kernel, padding)
    sizes = ConvSizes(pixel.channels, height, width, kernels, kernel, padding, rows=step)
    return sizes if height > 0 < width else None


def _image(rng: np.random.Generator, config: HwConfig, pixel: PixelFormat, wanted: Mapping[str, str]) -> ImageShape:
    """Where the first pixel is, and what the convertor takes the components for."""
    most = config.atom_bytes // pixel.plane_bytes[0] - 1
    often = {"offset": 1.0, "from-the-first": 0.0}.get(wanted.get("offset", ""), 0.75)
    x_offset = int(rng.integers(1, most + 1)) if most and chance(rng, often) else 0
    signed = wanted["sign"] == "signed" if "sign" in wanted else chance(rng, 0.5)
    return ImageShape(pixel_format=pixel.name, x_offset=x_offset, signed=signed)


def _converted(rng: np.random.Generator, shape: ConvShape, wanted: Mapping[str, str]) -> ConvShape:
    """The same with a convertor where it needs one, and now and then where it does not."""
    source, made, image = shape.in_precision, shape.precision, shape.image
    assert image is not None
    needed = source != made or wanted.get("convertor") == "converted" or wanted.get("means") == "means"
    if source == FLOAT or not (needed or chance(rng, 0.5)):
        return shape
    convertor = draw_in_convertor(rng, source)
    if made != FLOAT:
        shift = convertor.truncate + 8 * (ELEMENT_BYTES[source] - ELEMENT_BYTES[made])
        convertor = replace(convertor, truncate=max(0, shift))
    means = wanted["means"] == "means" if "means" in wanted else chance(rng, 0.4)
    drawn = _means(rng, source) if means else Means()
    return replace(shape, convertor=convertor, image=replace(image, means=drawn))


def _means(rng: np.random.Generator, source: str) -> Means:
    """Within what components hold, now and then anything."""
    bits = 16 if chance(rng, 0.2) else 8 * ELEMENT_BYTES[source]
    ry, gu, bv, ax = (int(number) for number in rng.integers(-(1 << bits - 1), 1 << bits - 1, 4))
    return Means(enabled=True, ry=ry, gu=gu, bv=bv, ax=ax)
