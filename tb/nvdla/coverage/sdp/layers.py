"""SDP: where layers come from and go to, precisions, sizes, convertor, what they have written and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.sdp.aspects import aspects_of_sdp
from models.nvdla.sdp.cells import sdp_cells
from models.nvdla.sdp.descriptor import FLYING_OUT, UNIT, Sdp
from models.nvdla.sdp.run import NAN_OUTPUT, SATURATED
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import Field
from tb.coverage.bins import flag, names, octaves
from tb.coverage.classes import SIGNED, from_zero, signed_class
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of
from tb.nvdla.coverage.conv.limits import tallest, widest
from tb.nvdla.coverage.layers import (
    GROUPS_BY_TURN,
    RESULTS,
    SEEN,
    LayerSampler,
    cell_point,
    counted,
    descriptor_points,
    turn_points,
)
from tb.nvdla.coverage.numbers.values import is_value_of, value_classes, values_of
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.surfaces import cube_points, side_crosses

SINGLE_SIZES, SINGLE_SHIFTS = 2, 4
NO, YES = flag().labels
WRITES = ("memory", "nothing")
"""What a layer leaves: one that compares writes nothing."""


def sdp_sampler(device: DeviceState) -> LayerSampler:
    """Counts the group."""
    return LayerSampler(Covergroup(UNIT.lower(), _points(device), _crosses(device)), device, Sdp)


def _sizes(device: DeviceState) -> dict[str, Field]:
    block = device.registers.SDP
    return {
        "width": block.D_DATA_CUBE_WIDTH.WIDTH,
        "height": block.D_DATA_CUBE_HEIGHT.HEIGHT,
        "channels": block.D_DATA_CUBE_CHANNEL.CHANNEL,
    }


def _points(device: DeviceState) -> Iterator[Coverpoint]:
    config = device.config
    yield from descriptor_points(_of_descriptors(device))
    yield Coverpoint("outputs saturated", flag(), counted(UNIT, SATURATED), RESULTS)
    yield Coverpoint("output value", values_of(config.precisions), _written, SEEN)
    yield from turn_points(device)
    if "FP16" in config.precisions:
        of_halves = (
            Coverpoint("NaN flushed", flag(), lambda layer: layer.descriptor.nan_to_zero, RESULTS),
            Coverpoint("outputs are NaN", flag(), counted(UNIT, NAN_OUTPUT), RESULTS),
        )
        yield from points_of(_halves, of_halves)


def _of_descriptors(device: DeviceState) -> Iterator[Coverpoint]:
    config, block = device.config, device.registers.SDP
    batches = octaves(SINGLE_SIZES, block.D_FEATURE_MODE_CFG.BATCH_NUMBER.limit + 1)
    offset, scale = block.D_CVT_OFFSET.CVT_OFFSET.width, block.D_CVT_SCALE.CVT_SCALE.width
    shift = from_zero(SINGLE_SHIFTS, block.D_CVT_SHIFT.CVT_SHIFT.limit)
    yield Coverpoint("precision", names(*config.precisions), lambda sdp: sdp.precision, ("", RESULTS))
    yield Coverpoint("output precision", names(*config.precisions), lambda sdp: sdp.out_precision, ("", RESULTS, SEEN))
    yield cell_point(sdp_cells(config), lambda sdp: aspects_of_sdp(sdp, config))
    yield Coverpoint("on the fly", flag(), lambda sdp: sdp.flying)
    yield Coverpoint("writes to", names(*WRITES), lambda sdp: WRITES[sdp.writes_nothing])
    if "BATCH" in config.features:
        yield Coverpoint("batches", batches, lambda sdp: sdp.batches)
    if "WINOGRAD" in config.features:
        yield Coverpoint("behind Winograd", flag(), lambda sdp: sdp.winograd)
    for name, field in _sizes(device).items():
        yield Coverpoint(name, octaves(SINGLE_SIZES, field.limit + 1), attrgetter(name))
    yield Coverpoint("one pixel", flag(), lambda sdp: sdp.width == sdp.height == 1)
    yield from points_of(lambda sdp: None if sdp.writes_nothing else sdp.layout(config), cube_points("output", config))
    yield Coverpoint("offset", names(*SIGNED), lambda sdp: signed_class(sdp.convertor.offset, offset))
    yield Coverpoint("scale", names(*SIGNED), lambda sdp: signed_class(sdp.convertor.scale, scale))
    yield Coverpoint("shift", shift, lambda sdp: sdp.convertor.shift)
    yield Coverpoint("saturation counted", flag(), lambda sdp: sdp.count_saturation)
    yield Coverpoint("NaN counted", flag(), lambda sdp: sdp.count_nan)


def _crosses(device: DeviceState) -> Iterator[CrossOf]:
    """Precisions with all that they decide, memories with addresses, what layers on the fly are."""
    features = device.config.features

    def no_output(name: str, made: str) -> bool:
        return made not in FLYING_OUT[name]

    def not_counted(name: str, made: str, saturated: str) -> bool:
        return no_output(name, made) or (saturated == YES and (name, made) == ("FP16", "INT16"))

    yield cross("precision", "output precision", ignore_bins=no_output)
    yield cross("precision", "output precision", "outputs saturated", ignore_bins=not_counted)
    yield cross("output precision", "output value", ignore_bins=lambda *labels: not is_value_of(*labels))
    yield from (cross("precision", name) for name in ("offset", "scale", "shift"))
    yield cross("precision", "on the fly", "writes to")
    yield cross("on the fly", "one pixel")
    for name, field in _sizes(device).items():
        yield cross("on the fly", name, ignore_bins=_too_large(name, field, device.config))
    for name, feature in (("batches", "BATCH"), ("behind Winograd", "WINOGRAD")):
        if feature in features:
            yield cross("precision", name)
    if "FP16" in device.config.precisions:
        yield cross("NaN flushed", "outputs are NaN")  # registers and tables may hold NaN that nothing flushes
    yield GROUPS_BY_TURN
    yield from side_crosses("output", device.config)


def _too_large(name: str, field: Field, config: HwConfig) -> Callable[[str, str], bool]:
    """Says of a size whether the convolution's buffer holds too little for it."""
    most = {"width": widest, "height": tallest}.get(name, lambda _config, field: field.limit + 1)(config, field)
    bins = octaves(SINGLE_SIZES, field.limit + 1)
    least = dict(zip(bins.labels, bins.lows, strict=True))
    return lambda flying, label: flying == YES and least[label] > most


def _halves(layer: Layer) -> Layer | None:
    """A layer of FP16 alone."""
    sdp = layer.descriptor
    assert isinstance(sdp, Sdp)
    return layer if sdp.precision == sdp.out_precision == "FP16" else None


def _written(layer: Layer) -> Iterator[str]:
    """Classes of what each stream wrote."""
    assert isinstance(layer.descriptor, Sdp)
    precision, size = layer.descriptor.out_precision, ELEMENT_BYTES[layer.descriptor.out_precision]
    for stream in layer.writes:
        whole = np.logical_and.reduce(stream.care.reshape(-1, size), axis=1)
        codes = np.ascontiguousarray(stream.data.reshape(-1, size)).view(f"u{size}")[:, 0]
        yield from value_classes(codes, precision, whole)
