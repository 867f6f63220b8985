"""The interrupt agent."""

from __future__ import annotations

from pyuvm import uvm_agent, uvm_component

from tb.interrupt.config import InterruptConfig
from tb.interrupt.monitor import InterruptMonitor


class InterruptAgent(uvm_agent):
    """One interrupt output of the design. There is nothing to drive: it is passive always."""

    def __init__(self, name: str, parent: uvm_component, config: InterruptConfig) -> None:
        super().__init__(name, parent)
        self.config = config

    def build_phase(self) -> None:
        """Build the monitor."""
        self.monitor = InterruptMonitor.create("monitor", self)
        self.monitor.config = self.config
