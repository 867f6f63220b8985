"""SDP_RDMA: what layers read."""

from __future__ import annotations

from models.events import Finished, Reset, Started
from models.nvdla.config import HwConfig
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.nvdla.coverage.sdp.reading import ReadingPoints
from tb.nvdla.coverage.writers import Writers


class SdpReadingCoverage:
    """Counts the group: of legal layers, what others do is not settled."""

    def __init__(self, config: HwConfig) -> None:
        self._config, self._points, self._writers = config, ReadingPoints(config), Writers()
        self.counts = Counts(self._points.of_group())

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and that are through."""
        return {Started: self._started, Finished: self._finished, Reset: lambda _: self._writers.forget()}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        sdp = event.layer.descriptor
        if isinstance(sdp, Sdp) and not sdp.reading.reads_nothing and not check_layer(sdp, self._config):
            self.counts.sample(self._points.values(sdp, event.layer, self._writers))

    def _finished(self, event: Finished) -> None:
        layer, sdp = event.layer, event.layer.descriptor
        self._writers.wrote(layer)
        if isinstance(sdp, Sdp) and not sdp.reading.reads_nothing and not check_layer(sdp, self._config):
            self.counts.sample(self._points.results(sdp, layer))
