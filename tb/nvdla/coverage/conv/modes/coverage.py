"""Kinds of convolutions: images, batches, Winograd, compressed weights, and one kind behind the other."""

from __future__ import annotations

from collections.abc import Iterator

from models.events import Reset
from models.layer import Layer
from models.nvdla.conv.aspects import aspects_of_conv
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import BATCHES, IMAGE, MODES, OTHER_MODES, WINOGRAD_TILES, features_needed, mode_of
from tb.coverage.bins import flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross, points_of
from tb.coverage.sampler import Subscriptions
from tb.nvdla.coverage.conv.modes.cubes import BATCH_CROSSES, TILE_CROSSES, TILE_SIDES, batch_points, tile_points
from tb.nvdla.coverage.conv.modes.images import IMAGE_SIDES, image_crosses, image_points
from tb.nvdla.coverage.conv.modes.weights import weight_crosses, weight_points
from tb.nvdla.coverage.conv.sampler import ConvSampler, conv_of, sdp_of
from tb.nvdla.coverage.layers import CELLS, RESULTS, cell_point, descriptor_points
from tb.nvdla.coverage.state import DeviceState

SIDES = {IMAGE: IMAGE_SIDES, WINOGRAD_TILES: TILE_SIDES}
"""Moments of padded sides, by mode; a mode's own moment has its name."""


class ConvModeSampler(ConvSampler):
    """Counts the group: of convolutions of all kinds."""

    def __init__(self, device: DeviceState) -> None:
        self._before: str | None = None
        there = tuple(mode for mode in MODES if set(features_needed({"mode": mode})) <= device.config.features)
        super().__init__(Covergroup("conv modes", self._points(device, there), _crosses(device, there)), device, Conv)

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers from their starts to their ends."""
        return {**super().subscriptions, Reset: self._reset}

    def started(self, layer: Layer) -> None:
        """Count a layer that starts."""
        mode = mode_of(conv_of(layer))
        self.sample(layer)
        self._before = mode
        if mode in SIDES:
            self.sample(layer, mode)
            self.sample_each(layer, SIDES[mode])

    def taken(self, layer: Layer) -> None:
        """Count a layer whose flow an SDP layer takes."""
        if mode_of(conv_of(layer)) == BATCHES:
            self.sample(layer, BATCHES)
        self.sample_each(layer, CELLS)

    def _reset(self, _: Reset) -> None:
        self._before = None

    def _points(self, device: DeviceState, there: tuple[str, ...]) -> Iterator[Coverpoint]:
        config = device.config
        moments = ("", IMAGE, WINOGRAD_TILES, BATCHES, RESULTS)

        yield from descriptor_points(
            [
                Coverpoint("precision", names(*config.precisions), lambda conv: conv.precision, moments),
                Coverpoint("mode", names(*there), mode_of, ("", RESULTS)),
                Coverpoint("mode of the one before", names(*there), lambda _: self._before),
            ]
        )
        yield cell_point(
            conv_cells(config, OTHER_MODES), lambda layer: aspects_of_conv(conv_of(layer), sdp_of(layer), config)
        )
        yield from descriptor_points(
            [
                Coverpoint("data used again", flag(), lambda conv: conv.buffer.reuse_data),
                Coverpoint("weights used again", flag(), lambda conv: conv.buffer.reuse_weights),
            ]
        )
        if IMAGE in there:
            yield from descriptor_points(image_points(config), IMAGE)
        if BATCHES in there:
            yield from points_of(lambda layer: layer, batch_points(config), BATCHES)
        if WINOGRAD_TILES in there:
            yield from descriptor_points(tile_points(config), WINOGRAD_TILES)
        yield from points_of(lambda layer: layer, weight_points(config), RESULTS)


def _crosses(device: DeviceState, there: tuple[str, ...]) -> Iterator[CrossOf]:
    yield cross("mode", "precision")
    yield cross("mode of the one before", "mode")
    yield cross("data used again", "weights used again")
    if IMAGE in there:
        yield from image_crosses(device)
    if BATCHES in there:
        yield from BATCH_CROSSES
    if WINOGRAD_TILES in there:
        yield from TILE_CROSSES
    yield from weight_crosses(device.config)
