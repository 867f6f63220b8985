"""The clock and reset agent."""

from __future__ import annotations

from pyuvm import uvm_agent, uvm_component

from tb.clocking.config import ClockingConfig
from tb.clocking.driver import ClockingDriver
from tb.clocking.monitor import ResetMonitor


class ClockingAgent(uvm_agent):
    """Clocks, resets and static inputs of one design.

    Passive, it only follows resets that something else drives.
    """

    def __init__(self, name: str, parent: uvm_component, config: ClockingConfig) -> None:
        super().__init__(name, parent)
        self.config = config

    def build_phase(self) -> None:
        """Build the reset monitor, and the driver if the agent is active."""
        self.monitor = ResetMonitor.create("monitor", self)
        self.monitor.config = self.config
        if self.config.active:
            self.driver = ClockingDriver.create("driver", self)
            self.driver.config = self.config

    async def reset(self, cycles: int = 10, settle_cycles: int = 16) -> None:
        """Reset the design; the agent must be active. See `ClockingDriver.reset`."""
        await self.driver.reset(cycles, settle_cycles)
