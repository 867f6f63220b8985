"""The agent of a register bus, whichever bus it is."""

from __future__ import annotations

from typing import ClassVar

from pyuvm import uvm_agent, uvm_sequencer

from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.driver import RegisterBusDriver
from tb.register_bus.monitor import RegisterBusMonitor


class RegisterBusAgent(uvm_agent):
    """The register bus of one design. The agent of a bus derives from it and names its parts.

    `monitor.ap` publishes each thing that happens as a `RegisterObservation`; if the agent is active, `sequencer` takes
    `RegisterItem`s. No part wakes while nothing moves on the bus. Its configuration, and that of its parts, is
    the entry ``config`` of pyuvm's ConfigDB.

    Attributes:
        monitor_type: makes the monitor.
        sequencer_type: makes the sequencer.
        driver_type: makes the driver.
    """

    monitor_type: ClassVar[type[RegisterBusMonitor]]
    sequencer_type: ClassVar[type[uvm_sequencer]]
    driver_type: ClassVar[type[RegisterBusDriver]]

    def build_phase(self) -> None:
        """Build the monitor, and driver and sequencer if the agent is active."""
        self.config: RegisterBusConfig = self.cdb_get("config")
        self.cdb_set("config", self.config)
        self.monitor = self.monitor_type.create("monitor", self)
        if self.config.active:
            self.sequencer = self.sequencer_type.create("sequencer", self)
            self.driver = self.driver_type.create("driver", self)

    def connect_phase(self) -> None:
        """Connect the driver with the sequencer and the monitor."""
        if self.config.active:
            self.driver.seq_item_port.connect(self.sequencer.seq_item_export)
            self.monitor.ap.connect(self.driver.observations)
