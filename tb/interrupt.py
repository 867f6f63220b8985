"""The interrupt agent: one level interrupt pin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cocotb.handle import LogicObject
from cocotb.simtime import get_sim_time
from cocotb.triggers import Event, SimTimeoutError, ValueChange, select, with_timeout
from pyuvm import uvm_agent, uvm_analysis_port, uvm_monitor

from tb.clocking.state import ResetState, run_between_resets
from tb.findings import Findings


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptConfig:
    """Configuration of an `InterruptAgent`.

    Attributes:
        pin: the interrupt output, active high.
        reset: the design's reset; in reset the pin is not checked.
        findings: where a level that is neither 0 nor 1 is reported.
    """

    pin: LogicObject
    reset: ResetState
    findings: Findings


@dataclass(frozen=True, slots=True)
class InterruptObservation:
    """The interrupt pin changed to a level."""

    level: bool
    time_ns: float


class InterruptMonitor(uvm_monitor):
    """Publishes on `ap` each change of the pin's level; before the first one, and in reset, it is low.

    It wakes on the pin's edges only.
    """

    def build_phase(self) -> None:
        """Take the configuration and make the analysis port."""
        self.config: InterruptConfig = self.cdb_get("config")
        self.ap = uvm_analysis_port("ap", self)
        self._high = Event()

    @property
    def level(self) -> bool:
        """Whether the interrupt is raised now."""
        return self._high.is_set()

    async def wait_high(self, timeout_ns: float) -> None:
        """Return when the pin is high, at once if it is.

        Raises:
            TimeoutError: it did not become high in time.
        """
        try:
            await with_timeout(self._high.wait(), timeout_ns, "ns")
        except SimTimeoutError:
            raise TimeoutError(f"interrupt pin {self.config.pin._name} did not rise within {timeout_ns:g} ns") from None

    async def run_phase(self) -> None:
        """Follow the pin outside resets."""
        await run_between_resets(self.config.reset, self._watch, self._lower)

    async def _watch(self) -> None:
        while True:
            value = str(self.config.pin.value)
            if value in "01":
                self._take(value == "1")
            else:
                self._report_unknown(value)
            await ValueChange(self.config.pin)

    def _lower(self) -> None:
        self._take(level=False)

    def _take(self, level: bool) -> None:
        if level == self.level:
            return
        if level:
            self._high.set()
        else:
            self._high.clear()
        self.ap.write(InterruptObservation(level, get_sim_time("ns")))

    def _report_unknown(self, value: str) -> None:
        message = f"interrupt pin {self.config.pin._name} is {value} outside reset; it must be 0 or 1"
        self.config.findings.error("interrupt-unknown", message, get_sim_time("ns"))


async def wait_any_high(monitors: Sequence[InterruptMonitor], timeout_ns: float) -> None:
    """Return when one of several lines is high, at once if one is.

    Raises:
        TimeoutError: none became high in time.
    """
    await select(*(monitor.wait_high(timeout_ns) for monitor in monitors))


class InterruptAgent(uvm_agent):
    """One interrupt output of the design. There is nothing to drive: it is passive always.

    Its configuration, and its monitor's, is the entry ``config`` of pyuvm's ConfigDB.
    """

    def build_phase(self) -> None:
        """Build the monitor."""
        self.config: InterruptConfig = self.cdb_get("config")
        self.cdb_set("config", self.config)
        self.monitor: InterruptMonitor = InterruptMonitor.create("monitor", self)
