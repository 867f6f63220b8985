"""Plays a compiled network: what the command line names, or knobs (`NetworkTestKnobs`)."""

from collections import deque

import pyuvm

from models.events import Finished
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.networks.knobs import NetworkTestKnobs
from tb.nvdla.networks.play import NetworkPlay
from tb.nvdla.networks.wrong import wrong_of
from tb.observations import ObservationTap

LOOKED_AT = 8
"""Layers that are kept when they have ended: what is wrong with one may be found a little later."""


@pyuvm.test()
class NetworkTest(NvdlaBaseTest):
    """All operations of a network, or some of them."""

    knobs = NetworkTestKnobs()

    def __init__(self, name, parent):
        super().__init__(name, parent)
        self.job, self.play, self.wrong = None, None, None
        self.ended = deque(maxlen=LOOKED_AT)

    def connect_phase(self):
        self.env.scoreboard.ap.connect(ObservationTap("network", self, self._heard))

    async def stimulus(self, bench):
        self.job = self.knobs.read()
        self.play = NetworkPlay(bench, self.job, self.env.config.core_period_ns, self._at)
        self.env.findings.listeners.append(self.play.blame.found)
        await self.play.play(rest=not self.knobs.only)

    def played_network(self):
        if self.play is None:
            return None
        failed = bool(self.env.findings.errors)
        if step := self.play.blame.step(failed=failed):
            self.ended += [(step, layer) for layer in self.play.blame.running(step)]
        self._look()
        result = self.play.result(self.wrong, failed=failed)
        result.write(self.job.folder)
        if result.record.first_wrong:
            self.tell(f"the first finding is about {result.record.first_wrong}")
        return result.record

    def _at(self, text):
        self.logger.info("%s", text)
        self.env.running.is_at(text)

    def _heard(self, event):
        if self.play is None:
            return
        step = self.play.heard(event)
        if isinstance(event, Finished) and step:
            self.ended.append((step, event.layer))
            self._look()

    def _look(self):
        """Keep the first wrong tensor, once something was found; of layers that ended just before too."""
        while self.wrong is None and self.env.findings.errors and self.ended:
            self.wrong = wrong_of(self.play.network.bench, *self.ended.popleft())
