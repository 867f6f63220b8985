"""The scoreboard: brings what the monitors publish to the checker, in one order of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import cocotb
from cocotb.simtime import get_sim_time
from cocotb.triggers import Timer
from pyuvm import uvm_analysis_port, uvm_scoreboard

from tb.interrupt import InterruptObservation
from tb.memory.traffic import Traffic
from tb.observations import ObservationTap
from tb.register_bus.observation import ALL_BYTES, RegisterEvent, RegisterObservation
from tb.scoreboard.checker import Checker


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreboardConfig:
    """Configuration of a `DeviceScoreboard`.

    Attributes:
        checker: holds the design against the reference.
        sync: brings pending traffic to the scoreboard.
        in_reset: whether the design is in reset: then its interrupt lines mean nothing.
        lines: names of the interrupt lines.
        whole_word: what a write of some bytes of a register writes to it; arguments as of `EnvFamily.whole_word`.
    """

    checker: Checker
    sync: Callable[[], None]
    in_reset: Callable[[], bool]
    lines: tuple[str, ...]
    whole_word: Callable[[int, int, int], int]


class DeviceScoreboard(uvm_scoreboard):
    """Feeds the checker, and publishes what it makes of it.

    Memory ports publish in batches: before anything is checked that depends on them, `sync` asks for what they saw.
    Its configuration is the entry ``config`` of pyuvm's ConfigDB.

    Attributes:
        ap: publishes everything that happens: claims, starts, ends, register accesses (`models.events`), and traffic.
    """

    def build_phase(self) -> None:
        """Take the configuration and make the entrances."""
        config: ScoreboardConfig = self.cdb_get("config")
        self.checker, self.sync, self.in_reset = config.checker, config.sync, config.in_reset
        self._whole_word = config.whole_word
        self.registers = ObservationTap("registers", self, self._register)
        self.interrupts = {
            line: ObservationTap(f"interrupt_{line}", self, partial(self._interrupt, line)) for line in config.lines
        }
        self.traffic = ObservationTap("traffic", self, self._traffic)
        self.ap = uvm_analysis_port("ap", self)
        self.checker.listeners.append(self.ap.write)

    def _register(self, observation: RegisterObservation) -> None:
        self.sync()
        if observation.event is RegisterEvent.WRITE:
            self.checker.register_write(observation.address, self._word(observation), observation.time_ns)
        elif observation.event is RegisterEvent.READ:
            self.checker.register_request(observation.address)
        elif observation.event is RegisterEvent.READ_DATA and observation.refused:
            self.checker.register_refused(observation.address)
        elif observation.event is RegisterEvent.READ_DATA:
            self.checker.register_answer(observation.address, observation.data, observation.time_ns)

    def _word(self, written: RegisterObservation) -> int:
        """The word that a register is written with."""
        if written.strobe == ALL_BYTES:
            return written.data
        return self._whole_word(written.address, written.data, written.strobe)

    def _interrupt(self, line: str, observation: InterruptObservation) -> None:
        if self.in_reset():
            return
        self.sync()
        self.checker.pin(int(observation.level), observation.time_ns, line)

    def _traffic(self, traffic: Traffic) -> None:
        self.checker.traffic(traffic)


def later(delay_ns: float, action: Callable[[float], None]) -> None:
    """Call an action after simulated time, with the time then."""

    async def wait() -> None:
        await Timer(delay_ns, "ns", round_mode="ceil")
        action(get_sim_time("ns"))

    cocotb.start_soon(wait())
