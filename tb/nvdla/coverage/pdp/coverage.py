"""PDP: what its layers are, and what they have counted."""

from __future__ import annotations

from models.events import Finished, Started
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.rules import check_layer
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.nvdla.coverage.pdp.layers import PdpPoints
from tb.nvdla.coverage.state import DeviceState


class PdpCoverage:
    """Counts the group: of legal layers, what others do is not settled."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._config, self._points = config, PdpPoints(config, state)
        self.counts = Counts(self._points.of_group())

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and that are through."""
        return {Started: self._started, Finished: self._finished}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        pdp = event.layer.descriptor
        if isinstance(pdp, Pdp) and not check_layer(pdp, self._config):
            self.counts.sample(self._points.values(pdp, event.layer, self._config))
            for values in (*self._points.cells(pdp, self._config), *self._points.windows.missed(pdp)):
                self.counts.sample(values)

    def _finished(self, event: Finished) -> None:
        pdp = event.layer.descriptor
        if isinstance(pdp, Pdp) and not check_layer(pdp, self._config):
            self.counts.sample(self._points.results(pdp, event.layer))
