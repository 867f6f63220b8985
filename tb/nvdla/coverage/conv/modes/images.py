"""Images: formats, where their pixels lie, what the convertor does with them, rows that are multiplied at a time."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.modes import ROWS
from models.nvdla.surfaces.pixels import PIXEL_FORMATS
from models.registers import RegisterMap
from tb.coverage.bins import Names, Value, flag, names, ranges
from tb.coverage.classes import remainder, remainders
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.sides import SidePoints

FLOAT = "FP16"
MOST = (1 << 64) - 1
GAPS = ranges([(0, 0), (1, 1), (2, MOST)], ["0", "1", "2 and more"])
PLACES = ("first", "second", "between", "last")
"""Pixels of an atom."""
SIDES = ("left", "right", "top", "bottom")


class ImagePoints:
    """The points of images.

    Args:
        config: the hardware configuration.
        registers: the register description.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, registers: RegisterMap, precision: Point) -> None:
        self._config, self._precision = config, precision
        columns = registers.CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT.limit + 1
        sizes = {count * item.channels for item in PIXEL_FORMATS.values() for count in range(1, columns + 1)}
        block = config.mac_channels
        self._pieces = {(flag().labels[size > block], remainder(size, block)) for size in sizes}
        self._formats = {name: item for name, item in PIXEL_FORMATS.items() if item.precision in config.precisions}
        self.format = Point("pixel format", Names(tuple(self._formats)))
        self.converted, self.signed = Point("pixels converted", flag()), Point("pixels are signed", flag())
        self.means = Point("a mean for each component", flag())
        self.first = Point("first pixel in its atom", names(*PLACES))
        self.second = Point("second plane begins within an atom", flag())
        self.second_place = SidePoints("second plane", config)
        self.gap, self.second_gap = Point("gap of lines", GAPS), Point("gap of the second plane's lines", GAPS)
        self.rows = Point("rows at a time", names(*map(str, ROWS)))
        self.last_rows = Point("rows of the last step", names("all", "some"))
        self.several = Point("several blocks of elements", flag())
        self.last_block = Point("elements of the last block", remainders(config.mac_channels))
        self.side = Point("padded side of an image", Names(SIDES))
        self.strides = Point("stride in pixels", names("1", "2", "3 and more"))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        places = (self.first, self.second, self.gap, self.second_gap)
        steps = (self.rows, self.last_rows, self.several, self.last_block, self.side, self.strides)
        pixels = (self.format, self.converted, self.signed, self.means)
        return *pixels, *places, *self.second_place.points, *steps

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """What is made of which format, and how."""

        def not_made(name: str, precision: str) -> bool:
            return self._formats[name].precision == FLOAT != precision

        def not_left(rows: str, last: str) -> bool:
            return rows == "1" and last == "some"

        return (
            *self.second_place.crosses,
            cross(self.format, self._precision, absent=not_made),
            cross(self.signed, self.means),
            cross(self.rows, self._precision),
            cross(self.rows, self.last_rows, absent=not_left),
            cross(self.several, self.last_block, absent=lambda *labels: labels not in self._pieces),
        )

    def values(self, conv: Conv) -> dict[str, Value]:
        """The values of a layer with an image."""
        image = conv.input
        assert isinstance(image, ConvImage)
        first, *second = image.layout(self._config).planes
        values: dict[str, Value] = {
            self.format.name: image.pixel_format,
            self.converted.name: int(image.convertor.enabled),
            self.gap.name: (first.side.line_stride_bytes - first.line_bytes) // self._config.atom_bytes,
            self.rows.name: str(conv.post_extension),
            self.last_rows.name: "some" if conv.taps.height % conv.post_extension else "all",
            self.several.name: int(conv.view.depth > self._config.mac_channels),
            self.last_block.name: remainder(conv.view.depth, self._config.mac_channels),
        }
        if (pixels := self._config.atom_bytes // first.pixel_bytes) > 1:
            values[self.first.name] = _place(image.x_offset, pixels)
        if image.convertor.enabled:
            values |= {self.signed.name: int(image.signed), self.means.name: int(image.means.enabled)}
        if conv.output.width > 1:
            stride = conv.kernel.stride_x
            values[self.strides.name] = str(stride) if stride < 3 else "3 and more"
        for plane in second:
            values |= self.second_place.values(plane.side, plane.size_bytes)
            values[self.second.name] = int(plane.x_offset > 0)
            values[self.second_gap.name] = (plane.side.line_stride_bytes - plane.line_bytes) // self._config.atom_bytes
        return values

    def padding(self, conv: Conv) -> list[dict[str, Value]]:
        """The values of each padded side."""
        return [{self.side.name: side} for side in SIDES if getattr(conv.padding, side)]


def _place(offset: int, pixels: int) -> str:
    if offset in (0, pixels - 1):
        return "last" if offset else "first"
    return "second" if offset == 1 else "between"
