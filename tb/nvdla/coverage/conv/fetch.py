"""What a convolution fetches, and how it is converted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import multiplied_as
from tb.coverage.bins import flag, names
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.covergroup import Coverpoint, CrossOf, cross, points_of
from tb.nvdla.coverage.conv.sampler import DATA, FLUSHED, TAKEN
from tb.nvdla.coverage.layers import RESULTS, descriptor_points
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import cube_points, place_points, side_crosses

SINGLE_SHIFTS = 4
MEMORIES = ("input memory", "weights memory")


def fetch_points(device: DeviceState) -> Iterator[Coverpoint]:
    """The coverpoints, of layers."""
    config = device.config
    places = (
        *points_of(lambda conv: conv.features.layout(config), cube_points("input", config)),
        *points_of(attrgetter("weights"), place_points("weights", config)),
    )
    yield from descriptor_points(
        replace(point, at=("", TAKEN)) if point.name in MEMORIES else point for point in places
    )
    yield Coverpoint(
        "output memory", names(*config.ports), lambda layer: layer.taken_by.descriptor.destination.ram, TAKEN
    )
    yield from descriptor_points(_of_descriptors(device))


def _of_descriptors(device: DeviceState) -> Iterator[Coverpoint]:
    precisions, cdma = device.config.precisions, device.registers.CDMA
    offset, scale = cdma.D_CVT_OFFSET.CVT_OFFSET.width, cdma.D_CVT_SCALE.CVT_SCALE.width
    shift = from_zero(SINGLE_SHIFTS, cdma.D_CVT_CFG.CVT_TRUNCATE.limit)
    yield Coverpoint("input precision", names(*precisions), lambda conv: conv.input.precision, ("", DATA))
    yield Coverpoint("converted", flag(), lambda conv: conv.input.convertor.enabled)
    yield from points_of(
        lambda conv: conv.input.convertor if conv.input.convertor.enabled else None,
        [
            Coverpoint("convertor offset", names(*SIGNED), lambda it: signed_class(it.offset, offset)),
            Coverpoint("convertor scale", names(*SIGNED), lambda it: signed_class(it.scale, scale)),
            Coverpoint("convertor shift", shift, lambda it: it.truncate),
        ],
    )
    yield Coverpoint("lines packed", flag(), lambda conv: conv.features.line_packed)
    yield Coverpoint("surfaces packed", flag(), lambda conv: conv.features.surface_packed)
    if "FP16" in precisions:
        yield from points_of(
            lambda conv: conv.input if conv.precision == "FP16" else None,
            [Coverpoint("NaN flushed", flag(), lambda it: it.nan_to_zero, (FLUSHED, RESULTS))],
        )


def fetch_crosses(config: HwConfig) -> Iterator[CrossOf]:
    """Memories, addresses, what the convertor makes of what."""

    def unsettled(source: str, made: str, converted: str) -> bool:
        return made not in multiplied_as(source, converted=converted == "yes")

    yield from side_crosses("input", config)
    yield from side_crosses("weights", config)
    yield cross(*MEMORIES, "output memory")
    yield cross("input precision", "precision", "converted", ignore_bins=unsettled)
    yield cross("lines packed", "surfaces packed")
