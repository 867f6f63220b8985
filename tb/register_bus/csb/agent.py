"""The CSB agent."""

from __future__ import annotations

from pyuvm import uvm_sequencer

from tb.register_bus.agent import RegisterBusAgent
from tb.register_bus.csb.driver import CsbDriver
from tb.register_bus.csb.monitor import CsbMonitor


class CsbSequencer(uvm_sequencer):
    """Hands `RegisterItem`s to the driver."""


class CsbAgent(RegisterBusAgent):
    """The CSB of one design."""

    monitor_type, sequencer_type, driver_type = CsbMonitor, CsbSequencer, CsbDriver
