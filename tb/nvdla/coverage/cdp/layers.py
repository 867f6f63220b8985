"""What is looked at of CDP's layers: sizes, places, convertors, what they compute and count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from models.layer import Layer
from models.nvdla.aims import NO_AIM
from models.nvdla.cdp.aspects import CONVERTORS, PRODUCTS, SQUARES, aspects_of_cdp
from models.nvdla.cdp.cells import cdp_cells
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.counts import NAN_OUTPUT, SATURATED
from models.nvdla.cdp.descriptor import LOCAL_SIZES, READER, UNIT, Cdp
from models.nvdla.cells import holding, legal
from models.nvdla.config import HwConfig
from tb.coverage.bins import Names, Value, flag, names, octaves
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.group import Cross, Group, Point, cross
from tb.nvdla.coverage.cubes import CubePoints
from tb.nvdla.coverage.meanwhile import MeanwhilePoints
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.writers import Writers, writers

SINGLE_SIZES, SINGLE_SHIFTS = 2, 4
BLOCKS, SURFACES = ("one", "whole", "ragged"), ("one", "two", "several")
OFFSET_BITS = {"in": 16, "out": 32}
"""Of registers; those of INT8 are shorter."""
SCALE_BITS = 16


class ConvertorPoints:
    """The points of one convertor.

    Args:
        name: ``in`` or ``out``.
        state: the register description.
        precision: the point that they are crossed with.
    """

    SHIFTS: ClassVar = {"in": "D_DATIN_SHIFTER", "out": "D_DATOUT_SHIFTER"}

    def __init__(self, name: str, state: DeviceState, precision: Point) -> None:
        self._name, self._precision = name, precision
        register = state.registers.CDP.registers[self.SHIFTS[name]]
        (field,) = register.fields.values()
        self.offset = Point(f"{name} offset", Names(SIGNED))
        self.scale = Point(f"{name} scale", Names(SIGNED))
        self.shift = Point(f"{name} shift", from_zero(SINGLE_SHIFTS, field.limit))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.offset, self.scale, self.shift

    @property
    def crosses(self) -> Iterator[Cross]:
        """Each with the precision: FP16 passes whatever registers say."""
        return (cross(self._precision, point) for point in self.points)

    def values(self, cdp: Cdp) -> dict[str, Value]:
        """The values of a layer."""
        convertor, bits = getattr(cdp, f"{self._name}_convertor"), OFFSET_BITS[self._name]
        if cdp.precision in WIDTHS:
            bits = getattr(WIDTHS[cdp.precision], f"{self._name}_offset")
        return {
            self.offset.name: signed_class(convertor.offset, bits),
            self.scale.name: signed_class(convertor.scale, SCALE_BITS),
            self.shift.name: convertor.shift,
        }


class CdpPoints:
    """The points of the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        block = state.registers.CDP_RDMA
        self.precision = Point("precision", Names(config.precisions))
        cells = (cell.name for cell in legal(cdp_cells(config)) if cell.aim is NO_AIM)
        self.cell, self.local = Point("cell", Names(tuple(cells))), Point("local size", names(*map(str, LOCAL_SIZES)))
        self.squares, self.product = Point("squares", Names(SQUARES)), Point("product", Names(PRODUCTS))
        limits = {
            "width": block.D_DATA_CUBE_WIDTH.WIDTH.limit,
            "height": block.D_DATA_CUBE_HEIGHT.HEIGHT.limit,
            "channels": block.D_DATA_CUBE_CHANNEL.CHANNEL.limit,
        }
        self.sizes = {name: Point(name, octaves(SINGLE_SIZES, limit + 1)) for name, limit in limits.items()}
        self.pixel, self.blocks = Point("size", names("pixel", "cube")), Point("blocks", Names(BLOCKS))
        self.channels, self.surfaces = Point("last atom", names("whole", "ragged")), Point("surfaces", Names(SURFACES))
        self.cubes = {name: CubePoints(name, config) for name in ("input", "output")}
        self.convertors = [ConvertorPoints(name, state, self.precision) for name in CONVERTORS]
        self.saturated, self.nan = Point("outputs saturated", flag()), Point("NaN of the layer before", flag())
        self.flushed = Point("NaN flushed", flag())
        self._floats = (self.flushed, self.nan) if "FP16" in config.precisions else ()
        self.came, self.enabled = (
            Point("input written by", Names(writers(config))),
            Point("enabled first", names(READER, UNIT)),
        )
        self.follows = MeanwhilePoints(UNIT, state)

    def of_group(self) -> Group:
        """All of them."""
        kinds = (self.precision, self.cell, self.local, self.squares, self.product)
        sizes = (*self.sizes.values(), self.pixel, self.blocks, self.channels, self.surfaces)
        cubes = (point for cube in self.cubes.values() for point in cube.points)
        settings = (point for convertor in self.convertors for point in convertor.points)
        results = (self.saturated, *self._floats, self.came, self.enabled, *self.follows.points)
        return Group(UNIT.lower(), (*kinds, *sizes, *cubes, *settings, *results), tuple(self._crosses()))

    def _crosses(self) -> Iterator[Cross]:
        yield cross(self.precision, self.squares, self.local)
        yield cross(self.precision, self.squares, self.product)
        yield cross(self.precision, self.saturated)
        yield cross(self.blocks, self.surfaces)
        yield cross(self.channels, self.surfaces)
        for convertor in self.convertors:
            yield from convertor.crosses
        for cube in self.cubes.values():
            yield from cube.crosses
        yield cross(*(cube.side.ram for cube in self.cubes.values()))
        yield from self.follows.crosses

    def values(self, cdp: Cdp, layer: Layer, writers: Writers, config: HwConfig) -> dict[str, Value]:
        """The values of a layer that starts."""
        aspects = aspects_of_cdp(cdp, config)
        ((fetched,),) = (claim.fetched for claim in layer.claims if claim.fetched)
        values: dict[str, Value] = {
            self.precision.name: cdp.precision,
            self.local.name: str(cdp.local_size),
            self.squares.name: aspects["squares"],
            self.product.name: aspects["product"],
            **{name: getattr(cdp, name) for name in self.sizes},
            self.pixel.name: aspects["size"],
            self.blocks.name: aspects["blocks"],
            self.channels.name: aspects["channels"],
            self.surfaces.name: aspects["surfaces"],
            self.came.name: writers.stage_of(fetched),
            self.enabled.name: min(layer.claims, key=lambda claim: claim.started_by).block,
        }
        for convertor in self.convertors:
            values |= convertor.values(cdp)
        values |= self.cubes["input"].of_cube(cdp.reading.layout(config))
        values |= self.cubes["output"].of_cube(cdp.layout(config))
        return values | self._flush(cdp) | self.follows.values(layer)

    def cells(self, cdp: Cdp, config: HwConfig) -> Iterator[dict[str, Value]]:
        """Each cell that a layer is in, those apart that ask for certain numbers."""
        return ({self.cell.name: cell.name} for cell in holding(cdp_cells(config), aspects_of_cdp(cdp, config)))

    def results(self, cdp: Cdp, layer: Layer) -> dict[str, Value]:
        """The values of what a layer that is through has counted."""
        values: dict[str, Value] = {self.precision.name: cdp.precision}
        points = {SATURATED: self.saturated} | ({NAN_OUTPUT: self.nan} if cdp.precision == "FP16" else {})
        for register, point in points.items():
            where = UNIT, register
            count = layer.statuses.get(where)
            if count is None and where in layer.bounded:
                count = layer.bounded[where].start
            values |= {} if count is None else {point.name: int(count > 0)}
        return values

    def _flush(self, cdp: Cdp) -> dict[str, Value]:
        return {self.flushed.name: int(cdp.nan_to_zero)} if cdp.precision == "FP16" else {}
