"""Images: formats, where their pixels lie, what the convertor does with them, rows that are multiplied at a time."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import ROWS
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.pixel_plane import PixelPlane
from tb.coverage.bins import flag, names, ranges
from tb.coverage.classes import remainder, remainders
from tb.coverage.covergroup import Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.conv.shape import SIDES, padded_sides
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import MOST, side_crosses, side_points

IMAGE_SIDES = "sides of images"
"""The moment of each padded side."""
GAPS = ranges([(0, 0), (1, 1), (2, MOST)], ["0", "1", "2 and more"])
PLACES = ("first", "second", "between", "last")
"""Pixels of an atom."""


def image_points(config: HwConfig) -> Iterator[Coverpoint]:
    """The coverpoints, of descriptors."""
    block = config.mac_channels
    formats = [name for name, item in PIXEL_FORMATS.items() if item.precision in config.precisions]
    yield Coverpoint("pixel format", names(*formats), lambda conv: conv.input.pixel_format)
    yield Coverpoint("pixels converted", flag(), lambda conv: conv.input.convertor.enabled)
    yield from points_of(
        lambda conv: conv.input if conv.input.convertor.enabled else None,
        [
            Coverpoint("pixels are signed", flag(), lambda image: image.signed),
            Coverpoint("a mean for each component", flag(), lambda image: image.means.enabled),
        ],
    )
    yield from _places(config)
    yield Coverpoint("rows at a time", names(*map(str, ROWS)), lambda conv: str(conv.post_extension))
    yield Coverpoint("rows of the last step", names("all", "some"), _last_rows)
    yield Coverpoint("several blocks of elements", flag(), lambda conv: conv.view.depth > block)
    yield Coverpoint("elements of the last block", remainders(block), lambda conv: remainder(conv.view.depth, block))
    yield Coverpoint("padded side of an image", names(*SIDES), padded_sides, IMAGE_SIDES)
    yield Coverpoint("stride in pixels", names("1", "2", "3 and more"), _stride)


def _places(config: HwConfig) -> Iterator[Coverpoint]:
    """Where the pixels of one plane or two lie."""
    planes = remembered(lambda conv: conv.input.layout(config).planes)

    def second(conv: Conv) -> PixelPlane | None:
        return planes(conv)[1] if len(planes(conv)) > 1 else None

    def gap(plane: PixelPlane) -> int:
        return (plane.side.line_stride_bytes - plane.line_bytes) // config.atom_bytes

    def first_pixel(plane: PixelPlane) -> str | None:
        pixels = config.atom_bytes // plane.pixel_bytes
        if pixels == 1:
            return None
        if plane.x_offset in (0, pixels - 1):
            return "last" if plane.x_offset else "first"
        return "second" if plane.x_offset == 1 else "between"

    first = Coverpoint("first pixel in its atom", names(*PLACES), first_pixel)
    begins_within = Coverpoint("second plane begins within an atom", flag(), lambda plane: plane.x_offset > 0)
    yield from points_of(lambda conv: planes(conv)[0], [first])
    yield from points_of(second, [begins_within])
    yield from points_of(lambda conv: planes(conv)[0], [Coverpoint("gap of lines", GAPS, gap)])
    yield from points_of(second, [Coverpoint("gap of the second plane's lines", GAPS, gap)])
    yield from points_of(second, side_points("second plane", config))


def image_crosses(device: DeviceState) -> Iterator[CrossOf]:
    """What is made of which format, and how."""
    columns = device.registers.CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT.limit + 1
    sizes = {count * item.channels for item in PIXEL_FORMATS.values() for count in range(1, columns + 1)}
    block = device.config.mac_channels
    pieces = {(flag().labels[size > block], remainder(size, block)) for size in sizes}

    def not_made(name: str, precision: str) -> bool:
        return PIXEL_FORMATS[name].precision == "FP16" != precision

    yield from side_crosses("second plane", device.config)
    yield cross("pixel format", "precision", ignore_bins=not_made)
    yield cross("pixels are signed", "a mean for each component")
    yield cross("rows at a time", "precision")
    yield cross("rows at a time", "rows of the last step", ignore_bins=lambda *labels: labels == ("1", "some"))
    yield cross(
        "several blocks of elements", "elements of the last block", ignore_bins=lambda *labels: labels not in pieces
    )


def _last_rows(conv: Conv) -> str:
    return "some" if conv.taps.height % conv.post_extension else "all"


def _stride(conv: Conv) -> str | None:
    stride = conv.kernel.stride_x
    return None if conv.output.width == 1 else str(stride) if stride < 3 else "3 and more"
