"""Rubik: modes, sizes, strides, addresses."""

from __future__ import annotations

from models.events import Started
from models.layer import Layer
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import MODES, UNIT, Rubik
from models.nvdla.surfaces.elements import ElementLayout
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from tb.coverage.bins import Names, Ranges, each, flag, names, octaves
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.sides import GAPS, PLANE_GAPS, SidePoints
from tb.nvdla.coverage.state import DeviceState

SINGLE_EXTENTS = 2
PLANAR = {("MERGE", "input"), ("SPLIT", "output")}
"""Sides that are planes."""


class RubikPoints:
    """The points of the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.blocks[UNIT]
        size, strides = block.D_DATAIN_SIZE_0, block.D_DECONV_STRIDE
        channels = block.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1
        self.mode, self.precision = Point("mode", names(*MODES)), Point("precision", Names(config.precisions))
        self.width = Point("width", _extents(size.DATAIN_WIDTH.limit + 1))
        self.height = Point("height", _extents(size.DATAIN_HEIGHT.limit + 1))
        self.channels = Point("input channels", _extents(channels))
        self.out_channels = Point("output channels", _extents(channels))
        self.merged = Point("planes merged", names("less than an atom", "whole atoms", "atoms and a part"))
        self.x_stride = Point("x stride", each(range(1, strides.DECONV_X_STRIDE.limit + 2)))
        self.y_stride = Point("y stride", each(range(1, strides.DECONV_Y_STRIDE.limit + 2)))
        self.sides = {name: SidePoints(name, config) for name in ("input", "output")}
        self.gaps = {
            (side, what): Point(f"{side} {what} gap", PLANE_GAPS if what == "plane" else GAPS)
            for side in self.sides
            for what in ("line", "surface", "plane")
        }
        self.group, self.stalls = Point("group", each(GROUPS)), Point("stalls counted", flag())

    def of_group(self) -> Group:
        """All of them."""
        sizes = (self.width, self.height, self.channels, self.out_channels, self.merged, self.x_stride, self.y_stride)
        sides = [point for side in self.sides.values() for point in side.points]
        rams = [side.ram for side in self.sides.values()]
        crosses = (
            cross(self.mode, self.precision),
            cross(self.mode, *rams),
            cross(self.mode, self.group),
            cross(self.mode, self.stalls),
            cross(self.y_stride, self.x_stride),
            *(item for side in self.sides.values() for item in side.crosses),
        )
        points = (self.mode, self.precision, *sizes, *sides, *self.gaps.values(), self.group, self.stalls)
        return Group("rubik", points, crosses)


def _extents(limit: int) -> Ranges:
    return octaves(SINGLE_EXTENTS, limit)


class RubikCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._config, self._points = config, RubikPoints(config, state)
        self._counting = state.registers.blocks[UNIT].D_PERF_ENABLE
        self.counts = Counts(self._points.of_group())

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start."""
        return {Started: self._started}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        rubik = event.layer.descriptor
        if isinstance(rubik, Rubik) and rubik.known:
            self.counts.sample(self._sizes(rubik, event.layer) | self._places(rubik))

    def _sizes(self, rubik: Rubik, layer: Layer) -> dict[str, int | str]:
        points, settings = self._points, layer.lead.settings
        assert isinstance(settings, dict)
        values: dict[str, int | str] = {
            points.mode.name: rubik.mode,
            points.precision.name: rubik.precision,
            points.width.name: rubik.width,
            points.height.name: rubik.height,
            points.channels.name: rubik.channels,
            points.out_channels.name: rubik.out_channels,
            points.group.name: layer.group,
            points.stalls.name: self._counting.PERF_EN.get(settings[self._counting.name]),
        }
        if rubik.mode == "CONTRACT":
            values |= {points.x_stride.name: rubik.x_stride, points.y_stride.name: rubik.y_stride}
        if rubik.mode == "MERGE":
            atoms, rest = divmod(rubik.channels, self._config.atom_bytes // ELEMENT_BYTES[rubik.precision])
            text = "whole atoms" if not rest else "atoms and a part" if atoms else "less than an atom"
            values[points.merged.name] = text
        return values

    def _places(self, rubik: Rubik) -> dict[str, int | str]:
        layouts = {"input": rubik.source_layout(self._config), "output": rubik.destination_layout(self._config)}
        values: dict[str, int | str] = {}
        for name, layout in layouts.items():
            addresses = layout.addresses
            size_bytes = int(addresses.max()) + self._config.atom_bytes - layout.side.address
            values |= self._points.sides[name].values(layout.side, size_bytes)
            values |= self._gaps(rubik, name, layout)
        return values

    def _gaps(self, rubik: Rubik, name: str, layout: ElementLayout) -> dict[str, int | str]:
        """How far lines and surfaces, or planes, are apart; where there is but one of them there is no gap."""
        points, side = self._points, layout.side
        contract = rubik.mode == "CONTRACT" and name == "output"
        width, height = rubik.width, rubik.height
        if contract:
            width, height = width * rubik.x_stride, height * rubik.y_stride
        planar = (rubik.mode, name) in PLANAR
        unit_bytes = self._config.plane_align_bytes if planar else self._config.atom_bytes
        line_bytes = width * (ELEMENT_BYTES[rubik.precision] if planar else unit_bytes)
        elements = self._config.atom_bytes // ELEMENT_BYTES[rubik.precision]
        surfaces = rubik.channels if planar and name == "input" else rubik.out_channels
        surfaces = surfaces if planar else -(-surfaces // elements)
        values: dict[str, int | str] = {}
        if height > 1:
            values[points.gaps[name, "line"].name] = (side.line_stride_bytes - line_bytes) // unit_bytes
        if surfaces > 1:
            gap = (side.surface_stride_bytes - height * side.line_stride_bytes) // unit_bytes
            values[points.gaps[name, "plane" if planar else "surface"].name] = gap
        return values
