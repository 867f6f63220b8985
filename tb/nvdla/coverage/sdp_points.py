"""What is looked at of SDP: precisions, sizes, its operator X1, its convertor, where it writes, what it counts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.layer import Layer
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import FLYING_OUT, UNIT, X_SHIFT_AT_MOST, Sdp
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from tb.coverage.bins import Names, Value, each, flag, names, octaves
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.group import Cross, Group, Point, cross
from tb.nvdla.coverage.conv.limits import tallest, widest
from tb.nvdla.coverage.cubes import CubePoints
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.values import is_value_of, value_classes, values_of

SINGLE_SIZES, SINGLE_SHIFTS = 2, 4
NO, YES = flag().labels
NEVER_WRITTEN = "infinity"
"""Of FP16: no conversion makes it."""
BYPASSES = {
    "bypass": "X1 bypassed",
    "alu_bypass": "X1's ALU bypassed",
    "mul_bypass": "X1's MUL bypassed",
    "relu_bypass": "X1's ReLU bypassed",
}
"""Switches of X1, with the names of their points."""


class SdpPoints:
    """The points of the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.SDP
        self._bits = block.D_CVT_OFFSET.CVT_OFFSET.width, block.D_CVT_SCALE.CVT_SCALE.width
        self.precision = Point("precision", Names(config.precisions))
        self.out_precision = Point("output precision", Names(config.precisions))
        sizes = {
            "width": widest(config, block.D_DATA_CUBE_WIDTH.WIDTH),
            "height": tallest(config, block.D_DATA_CUBE_HEIGHT.HEIGHT),
            "channels": block.D_DATA_CUBE_CHANNEL.CHANNEL.limit + 1,
        }
        self.width, self.height, self.channels = (
            Point(name, octaves(SINGLE_SIZES, size)) for name, size in sizes.items()
        )
        self.pixel = Point("one pixel", flag())
        self.output = CubePoints("output", config)
        self.x1 = {switch: Point(name, flag()) for switch, name in BYPASSES.items()}
        self.x1_shift = Point("X1 shift", from_zero(SINGLE_SHIFTS, X_SHIFT_AT_MOST))
        self.offset, self.scale = Point("offset", names(*SIGNED)), Point("scale", names(*SIGNED))
        self.shift = Point("shift", from_zero(SINGLE_SHIFTS, block.D_CVT_SHIFT.CVT_SHIFT.limit))
        self.flushed = Point("NaN flushed", flag())
        self.counts = Point("saturation counted", flag()), Point("NaN counted", flag())
        self.saturated, self.nan = Point("outputs saturated", flag()), Point("outputs are NaN", flag())
        written = (label for label in values_of(config.precisions).labels if label != NEVER_WRITTEN)
        self.value = Point("output value", Names(tuple(written)))
        self.group, self.meanwhile = (
            Point("group", each(GROUPS)),
            Point("when it starts", names("idle", "other group runs")),
        )

    def of_group(self) -> Group:
        """All of them."""
        sizes = (self.width, self.height, self.channels, self.pixel, *self.output.points)
        settings = (*self.x1.values(), self.x1_shift, self.offset, self.scale, self.shift, *self.counts)
        results = (self.saturated, self.value, self.group, self.meanwhile, *self._floats)
        points = (self.precision, self.out_precision, *sizes, *settings, *results)
        return Group(UNIT.lower(), points, tuple(self._crosses()))

    @property
    def _floats(self) -> tuple[Point, ...]:
        """What there is of FP16 only."""
        return (self.flushed, self.nan) if "FP16" in self.precision.labels else ()

    def _crosses(self) -> Iterator[Cross]:
        """Precisions with all that they decide, memories with addresses, switches of X1."""

        def no_output(name: str, made: str) -> bool:
            return made not in FLYING_OUT[name]

        def not_counted(name: str, made: str, saturated: str) -> bool:
            return no_output(name, made) or (saturated == YES and (name, made) == ("FP16", "INT16"))

        def no_value(made: str, label: str) -> bool:
            return not is_value_of(made, label)

        def operand(bypassed: str, left_out: str) -> bool:
            return bypassed == left_out == NO  # is not there yet

        yield cross(self.precision, self.out_precision, absent=no_output)
        yield cross(self.precision, self.out_precision, self.saturated, absent=not_counted)
        yield cross(self.out_precision, self.value, absent=no_value)
        for point in (self.x1["relu_bypass"], self.x1_shift, self.offset, self.scale, self.shift):
            yield cross(self.precision, point)
        yield cross(self.x1["bypass"], self.x1["relu_bypass"])
        yield cross(self.x1["bypass"], self.x1["alu_bypass"], absent=operand)
        yield cross(self.x1["bypass"], self.x1["mul_bypass"], absent=operand)
        if self._floats:
            yield cross(*self._floats, absent=lambda flushed, nan: flushed == nan == YES)
        yield cross(self.group, self.meanwhile)
        yield from self.output.crosses

    def values(self, sdp: Sdp, config: HwConfig) -> dict[str, Value]:
        """The values of a layer."""
        x1, convertor, (offset_bits, scale_bits) = sdp.x1, sdp.convertor, self._bits
        values: dict[str, Value] = {
            self.precision.name: sdp.precision,
            self.out_precision.name: sdp.out_precision,
            self.width.name: sdp.width,
            self.height.name: sdp.height,
            self.channels.name: sdp.channels,
            self.pixel.name: int(sdp.width == sdp.height == 1),
            self.offset.name: signed_class(convertor.offset, offset_bits),
            self.scale.name: signed_class(convertor.scale, scale_bits),
            self.shift.name: convertor.shift,
            **dict(zip((point.name for point in self.counts), (sdp.count_saturation, sdp.count_nan), strict=True)),
        }
        values |= {name: int(getattr(x1, switch)) for switch, name in BYPASSES.items()}
        if not x1.bypass:
            values[self.x1_shift.name] = x1.shift
        return values | self.output.of_cube(sdp.layout(config))

    def results(self, sdp: Sdp, layer: Layer) -> Iterator[dict[str, Value]]:
        """The values of what a layer that has finished has written and counted."""
        values: dict[str, Value] = {self.precision.name: sdp.precision, self.out_precision.name: sdp.out_precision}
        if (saturated := layer.statuses.get((UNIT, "D_PERF_OUT_SATURATION"))) is not None:
            values[self.saturated.name] = int(saturated > 0)
        nan = layer.statuses.get((UNIT, "D_STATUS_NAN_OUTPUT_NUM"))
        if sdp.precision == sdp.out_precision == "FP16":
            values[self.flushed.name] = int(sdp.nan_to_zero)
            values |= {self.nan.name: int(nan > 0)} if nan is not None else {}
        yield values
        for stream in layer.writes:
            size = ELEMENT_BYTES[sdp.out_precision]
            elements, care = stream.data.reshape(-1, size), stream.care.reshape(-1, size)
            whole = np.logical_and.reduce(care, axis=1)
            codes = np.ascontiguousarray(elements).view(f"u{size}")[:, 0]
            for label in value_classes(codes, sdp.out_precision, whole):
                yield {self.out_precision.name: sdp.out_precision, self.value.name: label}
