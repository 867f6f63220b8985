"""Watches reset pins."""

from __future__ import annotations

from dataclasses import dataclass

from cocotb.simtime import get_sim_time
from cocotb.triggers import First, Timer, ValueChange
from pyuvm import uvm_analysis_port, uvm_monitor

from tb.clocking.config import ClockingConfig


@dataclass(frozen=True, slots=True)
class ResetObservation:
    """The design went into reset or came out of it."""

    asserted: bool
    time_ns: float


class ResetMonitor(uvm_monitor):
    """Publishes each change of the resets, on `ap` and in the configuration's `ResetState`.

    The design is out of reset when every reset pin is known to be inactive. It wakes on the pins' edges only.
    """

    def build_phase(self) -> None:
        """Find the pins.

        Raises:
            AttributeError: the design has no pin of such a name.
        """
        self.config: ClockingConfig = self.cdb_get("config")
        self.ap = uvm_analysis_port("ap", self)
        self._pins = {spec: getattr(self.config.dut, spec.pin) for spec in self.config.resets}

    async def run_phase(self) -> None:
        """Follow the pins."""
        # An earlier test may have left the pins inactive: let the driver's first levels reach them.
        await Timer(1, "step")
        state = self.config.state
        while True:
            asserted = any(str(pin.value) != str(1 - spec.active_level) for spec, pin in self._pins.items())
            if asserted != state.asserted and not state.preparing:
                state.change(asserted)
                self.ap.write(ResetObservation(asserted, get_sim_time("ns")))
            await First(*(ValueChange(pin) for pin in self._pins.values()))
