"""SDP: what its layers are, and what they have written and counted."""

from __future__ import annotations

from models.events import Finished, Started
from models.nvdla.config import HwConfig
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import UNIT, Sdp
from tb.coverage.bins import Value
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.nvdla.coverage.sdp.layers import SdpPoints
from tb.nvdla.coverage.state import DeviceState, other


class SdpCoverage:
    """Counts the group: of legal layers, what others do is not settled."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._config, self._state, self._points = config, state, SdpPoints(config, state)
        self.counts = Counts(self._points.of_group())

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and that are through."""
        return {Started: self._started, Finished: self._finished}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        layer, points = event.layer, self._points
        if isinstance(layer.descriptor, Sdp) and not check_layer(layer.descriptor, self._config):
            runs = other(layer.group) in self._state.running(UNIT)
            where: dict[str, Value] = {
                points.group.name: layer.group,
                points.meanwhile.name: "other group runs" if runs else "idle",
            }
            self.counts.sample(points.values(layer.descriptor, self._config) | where)
            for cell in points.cells(layer.descriptor, self._config):
                self.counts.sample(cell)

    def _finished(self, event: Finished) -> None:
        layer = event.layer
        if isinstance(layer.descriptor, Sdp) and not check_layer(layer.descriptor, self._config):
            for values in self._points.results(layer.descriptor, layer):
                self.counts.sample(values)
