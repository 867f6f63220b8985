"""CDP and CDP_RDMA: what layers are, what they read, and what they have counted."""

from __future__ import annotations

from models.events import Finished, Reset, Started
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import HwConfig
from models.nvdla.rules import check_layer
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.nvdla.coverage.cdp.layers import CdpPoints
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.writers import Writers


class CdpCoverage:
    """Counts the group: of legal layers, what others do is not settled."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._config, self._points, self._writers = config, CdpPoints(config, state), Writers()
        self.counts = Counts(self._points.of_group())

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and that are through."""
        return {Started: self._started, Finished: self._finished, Reset: lambda _: self._writers.forget()}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        cdp = event.layer.descriptor
        if isinstance(cdp, Cdp) and not check_layer(cdp, self._config):
            self.counts.sample(self._points.values(cdp, event.layer, self._writers, self._config))
            for cell in self._points.cells(cdp, self._config):
                self.counts.sample(cell)

    def _finished(self, event: Finished) -> None:
        cdp = event.layer.descriptor
        self._writers.wrote(event.layer)
        if isinstance(cdp, Cdp) and not check_layer(cdp, self._config):
            self.counts.sample(self._points.results(cdp, event.layer))
