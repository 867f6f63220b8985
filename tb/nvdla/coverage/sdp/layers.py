"""What is looked at of SDP's layers: where they come from and go to, precisions, sizes, convertor, what is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from models.layer import Layer
from models.nvdla.aims import NO_AIM
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.cells import holding, legal
from models.nvdla.config import HwConfig
from models.nvdla.sdp.aspects import aspects_of_sdp
from models.nvdla.sdp.cells import sdp_cells
from models.nvdla.sdp.descriptor import FLYING_OUT, UNIT, Sdp
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from tb.coverage.bins import Names, Ranges, Value, each, flag, names, octaves
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.group import Cross, Group, Point, cross
from tb.nvdla.coverage.conv.limits import tallest, widest
from tb.nvdla.coverage.cubes import CubePoints
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.values import is_value_of, value_classes, values_of

SINGLE_SIZES, SINGLE_SHIFTS = 2, 4
NO, YES = flag().labels
WRITES = ("memory", "nothing")
"""What a layer leaves: one that compares writes nothing."""


class SdpPoints:
    """The points of the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.SDP
        self._bits = block.D_CVT_OFFSET.CVT_OFFSET.width, block.D_CVT_SCALE.CVT_SCALE.width
        self.precision = Point("precision", Names(config.precisions))
        self.out_precision = Point("output precision", Names(config.precisions))
        fields = {
            "width": block.D_DATA_CUBE_WIDTH.WIDTH,
            "height": block.D_DATA_CUBE_HEIGHT.HEIGHT,
            "channels": block.D_DATA_CUBE_CHANNEL.CHANNEL,
        }
        self._flying_at_most = {
            "width": widest(config, fields["width"]),
            "height": tallest(config, fields["height"]),
            "channels": fields["channels"].limit + 1,
        }
        self.sizes = {name: Point(name, octaves(SINGLE_SIZES, field.limit + 1)) for name, field in fields.items()}
        cells = (cell.name for cell in legal(sdp_cells(config)) if cell.aim is NO_AIM)
        self.cell = Point("cell", Names(tuple(cells)))
        self.flying, self.writes = Point("on the fly", flag()), Point("writes to", Names(WRITES))
        self.batches = Point("batches", octaves(SINGLE_SIZES, block.D_FEATURE_MODE_CFG.BATCH_NUMBER.limit + 1))
        self.winograd = Point("behind Winograd", flag())
        self._modes = tuple(
            point
            for point, feature in ((self.batches, "BATCH"), (self.winograd, "WINOGRAD"))
            if feature in config.features
        )
        self.pixel = Point("one pixel", flag())
        self.output = CubePoints("output", config)
        self.offset, self.scale = Point("offset", names(*SIGNED)), Point("scale", names(*SIGNED))
        self.shift = Point("shift", from_zero(SINGLE_SHIFTS, block.D_CVT_SHIFT.CVT_SHIFT.limit))
        self.flushed = Point("NaN flushed", flag())
        self.counts = Point("saturation counted", flag()), Point("NaN counted", flag())
        self.saturated, self.nan = Point("outputs saturated", flag()), Point("outputs are NaN", flag())
        self.value = Point("output value", values_of(config.precisions))
        self.group, self.meanwhile = (
            Point("group", each(GROUPS)),
            Point("when it starts", names("idle", "other group runs")),
        )

    def of_group(self) -> Group:
        """All of them."""
        kinds = (self.cell, self.flying, self.writes, *self._modes)
        sizes = (*self.sizes.values(), self.pixel, *self.output.points)
        settings = (self.offset, self.scale, self.shift, *self.counts)
        results = (self.saturated, self.value, self.group, self.meanwhile, *self._floats)
        points = (self.precision, self.out_precision, *kinds, *sizes, *settings, *results)
        return Group(UNIT.lower(), points, tuple(self._crosses()))

    @property
    def _floats(self) -> tuple[Point, ...]:
        """What there is of FP16 only."""
        return (self.flushed, self.nan) if "FP16" in self.precision.labels else ()

    def _crosses(self) -> Iterator[Cross]:
        """Precisions with all that they decide, memories with addresses, what layers on the fly are."""

        def no_output(name: str, made: str) -> bool:
            return made not in FLYING_OUT[name]

        def not_counted(name: str, made: str, saturated: str) -> bool:
            return no_output(name, made) or (saturated == YES and (name, made) == ("FP16", "INT16"))

        def no_value(made: str, label: str) -> bool:
            return not is_value_of(made, label)

        yield cross(self.precision, self.out_precision, absent=no_output)
        yield cross(self.precision, self.out_precision, self.saturated, absent=not_counted)
        yield cross(self.out_precision, self.value, absent=no_value)
        for point in (self.offset, self.scale, self.shift):
            yield cross(self.precision, point)
        yield cross(self.precision, self.flying, self.writes)
        yield cross(self.flying, self.pixel)
        for name, point in self.sizes.items():
            yield cross(self.flying, point, absent=self._too_large(name, point))
        yield from (cross(self.precision, point) for point in self._modes)
        if self._floats:
            yield cross(*self._floats)  # registers and tables may hold NaN that nothing flushes
        yield cross(self.group, self.meanwhile)
        yield from self.output.crosses

    def _too_large(self, name: str, point: Point) -> Callable[[str, str], bool]:
        """Says of a size whether the convolution's buffer holds too little for it."""
        assert isinstance(point.bins, Ranges)
        least = dict(zip(point.labels, point.bins.lows, strict=True))
        return lambda flying, label: flying == YES and least[label] > self._flying_at_most[name]

    def values(self, sdp: Sdp, config: HwConfig) -> dict[str, Value]:
        """The values of a layer."""
        convertor, (offset_bits, scale_bits) = sdp.convertor, self._bits
        values: dict[str, Value] = {
            self.precision.name: sdp.precision,
            self.out_precision.name: sdp.out_precision,
            self.flying.name: int(sdp.flying),
            self.writes.name: WRITES[sdp.writes_nothing],
            **{name: getattr(sdp, name) for name in self.sizes},
            self.pixel.name: int(sdp.width == sdp.height == 1),
            self.offset.name: signed_class(convertor.offset, offset_bits),
            self.scale.name: signed_class(convertor.scale, scale_bits),
            self.shift.name: convertor.shift,
            **dict(zip((point.name for point in self.counts), (sdp.count_saturation, sdp.count_nan), strict=True)),
        }
        modes = {self.batches: sdp.batches, self.winograd: int(sdp.winograd)}
        values |= {point.name: modes[point] for point in self._modes}
        return values if sdp.writes_nothing else values | self.output.of_cube(sdp.layout(config))

    def cells(self, sdp: Sdp, config: HwConfig) -> Iterator[dict[str, Value]]:
        """Each cell that a layer is in, those apart that ask for certain numbers."""
        for cell in holding(sdp_cells(config), aspects_of_sdp(sdp, config)):
            yield {self.cell.name: cell.name}

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
