"""The points of PDP's windows: kernels, strides, what is padded, how inputs are split."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import FULL, LINES, NUMBERS, PART, STRIDE_AT_MOST, aspects_of_pdp, numbers_of
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.elements import window_of
from models.nvdla.pdp.pooling.averages import RECIPROCAL_BITS
from models.nvdla.pdp.pooling.line_buffer import BANKS
from models.nvdla.pdp.pooling.pooling import real_elements
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, PAD_BITS, Window
from tb.coverage.bins import Names, Value, each, names, octaves
from tb.coverage.classes import SIGNED, signed_class
from tb.coverage.group import Cross, Point, cross
from tb.nvdla.coverage.state import DeviceState

PADS = {"left": "x", "right": "x", "top": "y", "bottom": "y"}
RECIPROCALS = ("0", "less", "of the kernel")
PLACES = ("first", "mid", "last")
"""Strips."""
SINGLE_STRIPS, SINGLE_COLUMNS, PARTS_OF_COLUMNS = 4, 2, 2


class WindowPoints:
    """The points.

    Args:
        config: the hardware configuration.
        state: the register description.
    """

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.PDP
        sizes, strides = range(1, KERNEL_AT_MOST + 1), range(1, STRIDE_AT_MOST + 1)
        self.kernel = {axis: Point(f"kernel {axis}", each(sizes)) for axis in "xy"}
        self.stride = {axis: Point(f"stride {axis}", each(strides)) for axis in "xy"}
        self.pads = {side: Point(f"padding {side}", each(range(KERNEL_AT_MOST))) for side in PADS}
        self.missing = {axis: Point(f"padded in a window along {axis}", each(range(KERNEL_AT_MOST))) for axis in "xy"}
        self.numbers = Point("averages of", Names(NUMBERS))
        self.pad_value = Point("pad value", Names(SIGNED))
        self.precision = Point("average's precision", Names(tuple(n for n in config.precisions if n in PAD_BITS)))
        self.reciprocal = {axis: Point(f"reciprocal {axis}", Names(RECIPROCALS)) for axis in "xy"}
        self.overlap = Point("columns that strips share", Names(tuple(map(str, _overlaps()))))
        self.lines, self.columns = Point("parts of the line buffer", Names(LINES)), Point("part", names(PART, FULL))
        most = block.D_OPERATION_MODE_CFG.SPLIT_NUM.limit + 1
        self.strips = Point("strips", octaves(SINGLE_STRIPS, most))
        columns = BANKS * config.pdp_bank_atoms
        most = block.D_PARTIAL_WIDTH_IN.PARTIAL_WIDTH_IN_FIRST.limit + 1
        widest = {"in": min(most, columns * STRIDE_AT_MOST), "out": columns}
        self.partial = {
            (place, way): Point(f"{place} strip {way}", octaves(SINGLE_COLUMNS, widest[way], PARTS_OF_COLUMNS))
            for place in PLACES
            for way in widest
        }

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        by_axis = (self.kernel, self.stride, self.pads, self.missing, self.reciprocal)
        rest = (self.numbers, self.precision, self.pad_value, self.overlap, self.lines, self.columns, self.strips)
        return *(point for points in by_axis for point in points.values()), *rest, *self.partial.values()

    @property
    def crosses(self) -> Iterator[Cross]:
        """Both axes of kernels and of strides; what is padded of which numbers; what fills the line buffer."""
        yield cross(self.kernel["y"], self.kernel["x"])
        yield cross(self.stride["y"], self.stride["x"])
        yield from (cross(self.numbers, self.missing[axis]) for axis in "xy")
        yield from (cross(self.precision, self.reciprocal[axis]) for axis in "xy")
        yield cross(self.precision, self.pad_value)
        yield cross(self.lines, self.columns)

    def values(self, pdp: Pdp, config: HwConfig) -> dict[str, Value]:
        """The values of a layer."""
        windows, aspects = {"x": pdp.x, "y": pdp.y}, aspects_of_pdp(pdp, config)
        values: dict[str, Value] = {self.lines.name: aspects["lines"], self.columns.name: aspects["columns"]}
        values[self.strips.name] = pdp.strips.count
        for axis, window in windows.items():
            values |= {self.kernel[axis].name: window.kernel, self.stride[axis].name: window.stride}
        for side, count in zip(PADS, (pdp.x.before, pdp.x.after, pdp.y.before, pdp.y.after), strict=True):
            values[self.pads[side].name] = count
        if pdp.strips.split:
            values |= self._strips(pdp)
        return values | (self._average(pdp) if pdp.averages else {})

    def missed(self, pdp: Pdp) -> Iterator[dict[str, Value]]:
        """How many elements of a row or of a column of a window are padded, each number once."""
        known: dict[str, Value] = {self.numbers.name: numbers_of(pdp.precision)} if pdp.averages else {}
        along = {count for strip in pdp.cut for count in _missing(window_of(pdp, strip), strip.width, strip.outputs)}
        for axis, counts in (("x", along), ("y", _missing(pdp.y, pdp.height, pdp.out_height))):
            yield from ({**known, self.missing[axis].name: count} for count in counts)

    def _strips(self, pdp: Pdp) -> dict[str, Value]:
        strips, values = pdp.strips, {self.overlap.name: str(pdp.x.overlap)}
        sizes = {"in": (strips.first_in, strips.mid_in, strips.last_in)}
        sizes["out"] = (strips.first_out, strips.mid_out, strips.last_out)
        found: dict[str, Value] = dict(values)
        for (place, way), point in self.partial.items():
            if strips.count > 2 or place != "mid":
                found[point.name] = sizes[way][PLACES.index(place)]
        return found

    def _average(self, pdp: Pdp) -> dict[str, Value]:
        """What an average is made with."""
        values: dict[str, Value] = {self.numbers.name: numbers_of(pdp.precision)}
        if pdp.precision in PAD_BITS:
            values[self.precision.name] = pdp.precision
            if pdp.x.needs_pads or pdp.y.needs_pads:
                bits, *_ = PAD_BITS[pdp.precision]
                values[self.pad_value.name] = signed_class(pdp.average.pads.one, bits)
            for axis, window, given in (("x", pdp.x, "width"), ("y", pdp.y, "height")):
                recip = getattr(pdp.average, f"recip_{given}")
                whole = abs(recip * window.kernel - (1 << RECIPROCAL_BITS)) < window.kernel
                values[self.reciprocal[axis].name] = RECIPROCALS[2 if whole else recip > 0]
        return values


def _overlaps() -> range:
    return range(1 - STRIDE_AT_MOST, KERNEL_AT_MOST)


def _missing(window: Window, size: int, outputs: int) -> set[int]:
    return set(map(int, window.kernel - real_elements(window, size, outputs)))
