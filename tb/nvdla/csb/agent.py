"""The CSB agent."""

from __future__ import annotations

from pyuvm import uvm_agent, uvm_component, uvm_sequencer

from tb.nvdla.csb.config import CsbAgentConfig
from tb.nvdla.csb.driver import CsbDriver
from tb.nvdla.csb.monitor import CsbMonitor


class CsbAgent(uvm_agent):
    """The CSB of one design: `monitor.ap` tells what happens on it; if active, `sequencer` takes `CsbItem`s."""

    def __init__(self, name: str, parent: uvm_component, config: CsbAgentConfig) -> None:
        super().__init__(name, parent)
        self.config = config

    def build_phase(self) -> None:
        """Build the monitor, and driver and sequencer if the agent is active."""
        self.monitor = CsbMonitor.create("monitor", self)
        self.monitor.config = self.config
        if self.config.active:
            self.sequencer = uvm_sequencer("sequencer", self)
            self.driver = CsbDriver.create("driver", self)
            self.driver.config = self.config

    def connect_phase(self) -> None:
        """Connect the driver with the sequencer and the monitor."""
        if self.config.active:
            self.driver.seq_item_port.connect(self.sequencer.seq_item_export)
            self.monitor.ap.connect(self.driver.observations)
