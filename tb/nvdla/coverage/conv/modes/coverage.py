"""Kinds of convolutions: images, batches, Winograd, compressed weights, and one kind behind the other."""

from __future__ import annotations

from models.events import Finished, Reset, Started
from models.layer import Layer
from models.nvdla.cells import holding, legal
from models.nvdla.config import HwConfig
from models.nvdla.conv.aspects import aspects_of_conv
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import BATCHES, IMAGE, MODES, OTHER_MODES, WINOGRAD_TILES, features_needed, mode_of
from models.nvdla.registers import registers
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from tb.coverage.bins import Names, Value, flag
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.conv.modes.cubes import BatchPoints, TilePoints
from tb.nvdla.coverage.conv.modes.images import ImagePoints
from tb.nvdla.coverage.conv.modes.weights import WeightPoints


class ConvModeCoverage:
    """Counts the group: of legal layers of all kinds, what others do is not settled."""

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        there = tuple(mode for mode in MODES if set(features_needed({"mode": mode})) <= config.features)
        self._precision = Point("precision", Names(config.precisions))
        self._mode, self._before = Point("mode", Names(there)), Point("mode of the one before", Names(there))
        self._cells = Point("cell", Names(tuple(cell.name for cell in legal(conv_cells(config, OTHER_MODES)))))
        self._data, self._weights_again = Point("data used again", flag()), Point("weights used again", flag())
        self._images = ImagePoints(config, registers(config), self._precision)
        self._batches, self._tiles = BatchPoints(config, self._precision), TilePoints(config, self._precision)
        self._weights = WeightPoints(config, self._mode, self._precision)
        found: dict[str, ImagePoints | BatchPoints | TilePoints] = {
            IMAGE: self._images,
            BATCHES: self._batches,
            WINOGRAD_TILES: self._tiles,
        }
        parts = [part for mode, part in found.items() if mode in there]
        kinds = (self._precision, self._mode, self._before, self._cells, self._data, self._weights_again)
        points = [*kinds, *(point for part in parts for point in part.points), *self._weights.points]
        crosses = (
            cross(self._mode, self._precision),
            cross(self._before, self._mode),
            cross(self._data, self._weights_again),
            *(item for part in parts for item in part.crosses),
            *self._weights.crosses,
        )
        self.counts = Counts(Group("conv modes", tuple(points), crosses))
        self._last: str | None = None

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers from their starts to their ends."""
        return {Started: self._started, Finished: self._finished, Reset: self._reset}

    def finish(self) -> None:
        """Nothing buffered."""

    def _reset(self, _: Reset) -> None:
        self._last = None

    def _counts(self, layer: Layer) -> bool:
        return isinstance(layer.descriptor, Conv) and not check_layer(layer.descriptor, self._config)

    def _started(self, event: Started) -> None:
        layer = event.layer
        if self._counts(layer):
            self._started_conv(layer)
        elif isinstance(layer.descriptor, Sdp) and layer.feeder is not None and self._counts(layer.feeder):
            self._started_sdp(layer.descriptor, layer.feeder)

    def _started_conv(self, layer: Layer) -> None:
        conv = layer.descriptor
        assert isinstance(conv, Conv)
        mode, values = mode_of(conv), {self._precision.name: conv.precision}
        again = conv.buffer
        kinds: dict[str, Value] = {
            self._mode.name: mode,
            self._data.name: int(again.reuse_data),
            self._weights_again.name: int(again.reuse_weights),
        }
        if self._last is not None:
            kinds[self._before.name] = self._last
        self._last = mode
        self.counts.sample(values | kinds)
        if mode == IMAGE:
            self.counts.sample(values | self._images.values(conv))
            for padded in self._images.padding(conv):
                self.counts.sample(padded)
        elif mode == WINOGRAD_TILES:
            self.counts.sample(values | self._tiles.values(conv))
            for padded in self._tiles.padding(conv):
                self.counts.sample(padded)

    def _started_sdp(self, sdp: Sdp, feeder: Layer) -> None:
        conv = feeder.descriptor
        assert isinstance(conv, Conv)
        if check_layer(sdp, self._config):
            return
        if mode_of(conv) == BATCHES:
            self.counts.sample({self._precision.name: conv.precision, **self._batches.values(conv, sdp)})
        for cell in holding(conv_cells(self._config, OTHER_MODES), aspects_of_conv(conv, sdp, self._config)):
            self.counts.sample({self._cells.name: cell.name})

    def _finished(self, event: Finished) -> None:
        layer = event.layer
        if not self._counts(layer):
            return
        conv = layer.descriptor
        assert isinstance(conv, Conv)
        kind = {self._mode.name: mode_of(conv), self._precision.name: conv.precision}
        self.counts.sample(kind | self._weights.values(conv, layer))
