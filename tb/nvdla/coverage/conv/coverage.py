"""Convolutions: shapes, what they fetch, how they use the buffer, what numbers they make."""

from __future__ import annotations

from models.events import Claimed, Ended, Finished, Reset, Started
from models.layer import Claim, EndKind, Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.interrupts import done_bits
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from tb.coverage.bins import Names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point
from tb.nvdla.coverage.conv.buffer import BufferPoints
from tb.nvdla.coverage.conv.fetch import FetchPoints
from tb.nvdla.coverage.conv.flow import FlowPoints
from tb.nvdla.coverage.conv.kinds import KindPoints
from tb.nvdla.coverage.conv.pieces import PiecePoints
from tb.nvdla.coverage.conv.results import ResultPoints
from tb.nvdla.coverage.conv.shape import ShapePoints
from tb.nvdla.coverage.state import DeviceState


class ConvCoverage:
    """Counts the group: of legal layers, what others do is not settled."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._config = config
        self._precision = Point("precision", Names(config.precisions))
        self._shape = ShapePoints(config, state.registers, self._precision)
        self._pieces = PiecePoints(config, self._precision)
        self._fetch = FetchPoints(config, state.registers, self._precision)
        self._buffer = BufferPoints(config, self._precision)
        self._results = ResultPoints(config, self._precision, self._fetch)
        self._flow = FlowPoints(config, state)
        self._kinds = KindPoints(config)
        parts = (self._kinds, self._shape, self._pieces, self._fetch, self._buffer, self._results, self._flow)
        points = [point for part in parts for point in part.points]
        crosses = [item for part in parts for item in part.crosses]
        self.counts = Counts(Group("conv", (self._precision, *points), tuple(crosses)))
        self._fetching: set[Claim] = set()

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers from their claims to their ends."""
        return {
            Claimed: self._claimed,
            Started: self._started,
            Ended: self._ended,
            Finished: self._finished,
            Reset: self._reset,
        }

    def finish(self) -> None:
        """Nothing buffered."""

    def _reset(self, _: Reset) -> None:
        self._fetching.clear()
        self._flow.forget()
        self._results.forget()

    def _claimed(self, event: Claimed) -> None:
        if event.claim.block == "CDMA":
            self._fetching.add(event.claim)
            self.counts.sample(self._flow.of_claim())

    def _started(self, event: Started) -> None:
        layer = event.layer
        if isinstance(layer.descriptor, Conv) and self._counts(layer.descriptor):
            self._started_conv(layer.descriptor, layer)
        elif isinstance(layer.descriptor, Sdp) and layer.feeder is not None:
            self._started_sdp(layer.descriptor, layer, layer.feeder)

    def _counts(self, conv: Conv) -> bool:
        return conv.plain and not check_layer(conv, self._config)

    def _started_conv(self, conv: Conv, layer: Layer) -> None:
        parts = (self._shape, self._pieces, self._fetch, self._buffer)
        values = {self._precision.name: conv.precision, **self._flow.values(layer)}
        for part in parts:
            values |= part.values(conv)
        self.counts.sample(values)
        for padding in self._shape.padding(conv):
            self.counts.sample(padding)

    def _started_sdp(self, sdp: Sdp, layer: Layer, feeder: Layer) -> None:
        conv = feeder.descriptor
        assert isinstance(conv, Conv)
        if not self._counts(conv) or check_layer(sdp, self._config):
            return
        self.counts.sample(self._fetch.memories(conv, sdp.destination.ram) | self._flow.with_sdp(feeder, layer))
        for kind in self._kinds.values(conv, sdp):
            self.counts.sample(kind)

    def _ended(self, event: Ended) -> None:
        claim = event.end.claim
        if event.end.kind is EndKind.RAISE and claim in self._fetching:
            self._fetching.discard(claim)
            data, _ = done_bits(claim.block, claim.group)
            self.counts.sample({"fetched first": "data" if event.end.bit == data else "weights"})

    def _finished(self, event: Finished) -> None:
        layer = event.layer
        self._flow.wrote(layer)
        if isinstance(layer.descriptor, Conv) and self._counts(layer.descriptor):
            for values in self._results.values(layer.descriptor, layer):
                self.counts.sample(values)
