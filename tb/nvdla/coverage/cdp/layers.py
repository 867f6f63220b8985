"""CDP and CDP_RDMA: sizes, places, convertors, what layers compute, read and count."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import attrgetter

from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.cdp.aspects import CONVERTORS, PRODUCTS, SQUARES, aspects_of_cdp
from models.nvdla.cdp.cells import cdp_cells
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.counts import NAN_OUTPUT, SATURATED
from models.nvdla.cdp.descriptor import LOCAL_SIZES, READER, UNIT, Cdp
from tb.coverage.bins import flag, names, octaves
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of, remembered
from tb.nvdla.coverage.layers import (
    GROUPS_BY_TURN,
    RESULTS,
    LayerSampler,
    cell_point,
    counted,
    descriptor_points,
    enabled_first,
    turn_points,
    writer_point,
)
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import cube_points, side_crosses

SINGLE_SIZES, SINGLE_SHIFTS = 2, 4
SIZES = {"width": "D_DATA_CUBE_WIDTH", "height": "D_DATA_CUBE_HEIGHT", "channels": "D_DATA_CUBE_CHANNEL"}
OFFSET_BITS = {"in": 16, "out": 32}
"""Of registers; those of INT8 are shorter."""
SCALE_BITS = 16


def cdp_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group."""
    return LayerSampler(Covergroup(UNIT.lower(), _points(device), _crosses(device)), device, Cdp)


def _points(device: DeviceState) -> Iterator[Coverpoint]:
    floats = "FP16" in device.config.precisions
    yield from descriptor_points(_of_descriptors(device))
    yield Coverpoint("outputs saturated", flag(), counted(UNIT, SATURATED), RESULTS)
    if floats:
        yield from descriptor_points([Coverpoint("NaN flushed", flag(), _flushed)])
        yield Coverpoint("NaN of the layer before", flag(), _nan, RESULTS)
    yield writer_point("input written by", device, _fetched)
    yield enabled_first(READER, UNIT)
    yield from turn_points(device)


def _of_descriptors(device: DeviceState) -> Iterator[Coverpoint]:
    config = device.config
    aspects = remembered(lambda cdp: aspects_of_cdp(cdp, config))
    yield Coverpoint("precision", names(*config.precisions), lambda cdp: cdp.precision, ("", RESULTS))
    yield cell_point(cdp_cells(config), aspects)
    yield Coverpoint("local size", names(*map(str, LOCAL_SIZES)), lambda cdp: str(cdp.local_size))
    yield Coverpoint("squares", names(*SQUARES), lambda cdp: aspects(cdp)["squares"])
    yield Coverpoint("product", names(*PRODUCTS), lambda cdp: aspects(cdp)["product"])
    for name, register in SIZES.items():
        (field,) = device.registers.CDP_RDMA.registers[register].fields.values()
        yield Coverpoint(name, octaves(SINGLE_SIZES, field.limit + 1), attrgetter(name))
    yield Coverpoint("size", names("pixel", "cube"), lambda cdp: aspects(cdp)["size"])
    yield Coverpoint("blocks", names("one", "whole", "ragged"), lambda cdp: aspects(cdp)["blocks"])
    yield Coverpoint("last atom", names("whole", "ragged"), lambda cdp: aspects(cdp)["channels"])
    yield Coverpoint("surfaces", names("one", "two", "several"), lambda cdp: aspects(cdp)["surfaces"])
    yield from points_of(lambda cdp: cdp.reading.layout(config), cube_points("input", config))
    yield from points_of(lambda cdp: cdp.layout(config), cube_points("output", config))
    for name in CONVERTORS:
        (field,) = device.registers.CDP.registers[f"D_DAT{name.upper()}_SHIFTER"].fields.values()
        yield Coverpoint(f"{name} offset", names(*SIGNED), partial(_offset, name))
        yield Coverpoint(f"{name} scale", names(*SIGNED), partial(_scale, name))
        yield Coverpoint(f"{name} shift", from_zero(SINGLE_SHIFTS, field.limit), attrgetter(f"{name}_convertor.shift"))


def _crosses(device: DeviceState) -> Iterator[CrossOf]:
    yield cross("precision", "squares", "local size")
    yield cross("precision", "squares", "product")
    yield cross("precision", "outputs saturated")
    yield cross("blocks", "surfaces")
    yield cross("last atom", "surfaces")
    for name in CONVERTORS:  # FP16 passes whatever registers say
        yield from (cross("precision", f"{name} {what}") for what in ("offset", "scale", "shift"))
    yield from side_crosses("input", device.config)
    yield from side_crosses("output", device.config)
    yield cross("input memory", "output memory")
    yield GROUPS_BY_TURN


def _offset(name: str, cdp: Cdp) -> str:
    """The class of a convertor's offset, ``in`` or ``out``."""
    widths = WIDTHS.get(cdp.precision)
    bits = getattr(widths, f"{name}_offset") if widths else OFFSET_BITS[name]
    return signed_class(attrgetter(f"{name}_convertor.offset")(cdp), bits)


def _scale(name: str, cdp: Cdp) -> str:
    return signed_class(attrgetter(f"{name}_convertor.scale")(cdp), SCALE_BITS)


def _flushed(cdp: Cdp) -> int | None:
    return cdp.nan_to_zero if cdp.precision == "FP16" else None


def _nan(layer: Layer) -> int | None:
    assert isinstance(layer.descriptor, Cdp)
    return counted(UNIT, NAN_OUTPUT)(layer) if layer.descriptor.precision == "FP16" else None


def _fetched(layer: Layer) -> Fetched:
    ((fetched,),) = (claim.fetched for claim in layer.claims if claim.fetched)
    return fetched
