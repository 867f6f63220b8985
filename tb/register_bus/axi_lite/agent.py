"""The AXI4-Lite agent."""

from __future__ import annotations

from pyuvm import uvm_sequencer

from tb.register_bus.agent import RegisterBusAgent
from tb.register_bus.axi_lite.driver import AxiLiteDriver
from tb.register_bus.axi_lite.monitor import AxiLiteMonitor


class AxiLiteSequencer(uvm_sequencer):
    """Hands `RegisterItem`s to the driver."""


class AxiLiteAgent(RegisterBusAgent):
    """The AXI4-Lite port of one design."""

    monitor_type, sequencer_type, driver_type = AxiLiteMonitor, AxiLiteSequencer, AxiLiteDriver
