"""The interrupt agent."""

from __future__ import annotations

from pyuvm import uvm_agent

from tb.interrupt.config import InterruptConfig
from tb.interrupt.monitor import InterruptMonitor


class InterruptAgent(uvm_agent):
    """One interrupt output of the design. There is nothing to drive: it is passive always.

    Its configuration, and its monitor's, is the entry ``config`` of pyuvm's ConfigDB.
    """

    def build_phase(self) -> None:
        """Build the monitor."""
        self.config: InterruptConfig = self.cdb_get("config")
        self.cdb_set("config", self.config)
        self.monitor: InterruptMonitor = InterruptMonitor.create("monitor", self)
