"""Cycles in which a channel's valid waits for ready, counted at the pins, to be held against what traffic says."""

import cocotb
from cocotb.triggers import RisingEdge

from tb.memory.traffic import Traffic
from tb.observations import ObservationTap

CHANNELS = ("aw", "w", "b", "ar", "r")


class Waits:
    """Counts for every port and channel of an environment.

    Attributes:
        at_pins: cycles, by port and channel.
        in_traffic: the same as the scoreboard publishes it.
    """

    def __init__(self, env):
        self.at_pins = {(port.name, channel): 0 for port in env.config.hw.ports.values() for channel in CHANNELS}
        self.in_traffic = dict.fromkeys(self.at_pins, 0)
        self._env = env

    def connect(self):
        """Hear the traffic; to be called when the scoreboard is there."""
        self._env.scoreboard.ap.connect(ObservationTap("waits", self._env, self._hear))

    def start(self):
        """Count at the pins from now on."""
        for port in self._env.config.hw.ports.values():
            for channel in CHANNELS:
                pins = [
                    getattr(self._env.dut, f"{port.pin_prefix}_{channel}_{channel}{pin}") for pin in ("valid", "ready")
                ]
                cocotb.start_soon(self._count((port.name, channel), *pins))

    async def _count(self, key, valid, ready):
        while True:
            await RisingEdge(self._env.dut.dla_core_clk)
            if valid.value == 1 and ready.value == 0:
                self.at_pins[key] += 1

    def _hear(self, event):
        if isinstance(event, Traffic):
            for channel, cycles in event.waits.items():
                self.in_traffic[event.port, channel] += int(cycles.sum())
