"""The CSB agent."""

from __future__ import annotations

from pyuvm import uvm_agent, uvm_sequencer

from tb.nvdla.csb.config import CsbAgentConfig
from tb.nvdla.csb.driver import CsbDriver
from tb.nvdla.csb.monitor import CsbMonitor


class CsbSequencer(uvm_sequencer):
    """Hands `CsbItem`s to the driver."""


class CsbAgent(uvm_agent):
    """The CSB of one design: `monitor.ap` tells what happens on it; if active, `sequencer` takes `CsbItem`s.

    Its configuration, and that of its parts, is the entry ``config`` of pyuvm's ConfigDB.
    """

    def build_phase(self) -> None:
        """Build the monitor, and driver and sequencer if the agent is active."""
        self.config: CsbAgentConfig = self.cdb_get("config")
        self.cdb_set("config", self.config)
        self.monitor: CsbMonitor = CsbMonitor.create("monitor", self)
        if self.config.active:
            self.sequencer: CsbSequencer = CsbSequencer.create("sequencer", self)
            self.driver: CsbDriver = CsbDriver.create("driver", self)

    def connect_phase(self) -> None:
        """Connect the driver with the sequencer and the monitor."""
        if self.config.active:
            self.driver.seq_item_port.connect(self.sequencer.seq_item_export)
            self.monitor.ap.connect(self.driver.observations)
