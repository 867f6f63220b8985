"""The clock and reset agent."""

from __future__ import annotations

from pyuvm import uvm_agent

from tb.clocking.config import ClockingConfig
from tb.clocking.driver import ClockingDriver
from tb.clocking.monitor import ResetMonitor


class ClockingAgent(uvm_agent):
    """Clocks, resets and static inputs of one design.

    Passive, it only follows resets that something else drives.

    Its configuration, and that of its parts, is the entry ``config`` of pyuvm's ConfigDB.
    """

    def build_phase(self) -> None:
        """Build the reset monitor, and the driver if the agent is active."""
        self.config: ClockingConfig = self.cdb_get("config")
        self.cdb_set("config", self.config)
        self.monitor: ResetMonitor = ResetMonitor.create("monitor", self)
        if self.config.active:
            self.driver: ClockingDriver = ClockingDriver.create("driver", self)

    async def prepare(self) -> None:
        """Wait until a reset may begin; the agent must be active. See `ClockingDriver.prepare`."""
        await self.driver.prepare()

    async def reset(self, cycles: int = 10, after_reset_cycles: int = 16) -> None:
        """Reset the design; the agent must be active. See `ClockingDriver.reset`."""
        await self.driver.reset(cycles, after_reset_cycles)
