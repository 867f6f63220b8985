"""What monitors of all register buses have in common: requests without answers, unknown bits, what is published."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from dataclasses import dataclass
from enum import StrEnum

from cocotb.handle import LogicArrayObject, LogicObject
from cocotb.simtime import get_sim_time
from pyuvm import uvm_analysis_port, uvm_monitor

from tb.clocking.state import run_between_resets
from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.observation import ALL_BYTES, RegisterEvent, RegisterObservation
from tb.register_bus.rules import BusRule


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """An accepted request that waits for its answer."""

    address: int
    time_ns: float


class RegisterBusMonitor(uvm_monitor):
    """Publishes on `ap` every accepted request and every answer as a `RegisterObservation`, from the pins alone.

    Answers belong to the oldest request of their kind. The monitor of a bus derives from it.
    """

    def build_phase(self) -> None:
        """Take the configuration and make the analysis port."""
        self.config: RegisterBusConfig = self.cdb_get("config")
        self.ap = uvm_analysis_port("ap", self)
        self._open: dict[RegisterEvent, deque[OpenRequest]] = {
            RegisterEvent.READ_DATA: deque(),
            RegisterEvent.WRITE_COMPLETE: deque(),
        }
        self._most_open = 0

    async def run_phase(self) -> None:
        """Watch outside resets."""
        await run_between_resets(self.config.reset, self._watch, self._drop)

    def check_phase(self) -> None:
        """Report requests that were never answered."""
        kinds = ("read", RegisterEvent.READ_DATA), ("non-posted write", RegisterEvent.WRITE_COMPLETE)
        most = f"; up to {self._most_open} waited for answers at a time" if self._most_open > 1 else ""
        for kind, event in kinds:
            for request in self._open[event]:
                name = self.config.name_address(request.address)
                asked_ns = self.config.findings.test_ns(request.time_ns)
                self._error(BusRule.UNANSWERED, f"{kind} of {name} at {asked_ns:,.0f} ns was never answered{most}")

    @abstractmethod
    async def _watch(self) -> None:
        """Watch the bus, outside resets, without end."""

    def _drop(self) -> None:
        """A reset forgets what was under way."""
        for requests in self._open.values():
            requests.clear()

    def _requested(
        self, event: RegisterEvent, address: int, data: int, *, posted: bool, strobe: int = ALL_BYTES
    ) -> None:
        """A request was accepted just now."""
        request = OpenRequest(address, get_sim_time("ns"))
        if event is RegisterEvent.READ:
            self._open[RegisterEvent.READ_DATA].append(request)
        elif not posted:
            self._open[RegisterEvent.WRITE_COMPLETE].append(request)
        self._most_open = max(self._most_open, sum(map(len, self._open.values())))
        asked_ns = request.time_ns
        self.ap.write(RegisterObservation(event, address, data, posted, asked_ns, asked_ns, strobe=strobe))

    def _answered(self, event: RegisterEvent, bits: str, *, refused: bool = False) -> None:
        """An answer was given just now, with data as they stand on the pins; refused ones have none."""
        if not self._open[event]:
            self._error(BusRule.STRAY, f"{event.value} that no request waits for")
            return
        request = self._open[event].popleft()
        data = 0 if refused else self._number(bits, f"read data of {self.config.name_address(request.address)}")
        times = get_sim_time("ns"), request.time_ns
        self.ap.write(RegisterObservation(event, request.address, data, False, *times, refused=refused))

    def _number(self, bits: str, what: str) -> int:
        if known(bits):
            return int(bits, 2)
        self._error(BusRule.UNKNOWN, f"{what} has unknown bits, taken as 0: {bits}")
        return int("".join("1" if bit == "1" else "0" for bit in bits), 2)

    def _is_high(self, pin: LogicObject | LogicArrayObject) -> bool:
        bits = str(pin.value)
        if not known(bits):
            self._error(BusRule.UNKNOWN, f"pin {pin._name} is {bits}; it must be 0 or 1 outside reset")
        return bits == "1"

    def _error(self, rule: StrEnum, message: str) -> None:
        config = self.config
        config.findings.error(config.kind_of(rule), f"{config.title} {message}", get_sim_time("ns"))


def known(bits: str) -> bool:
    """Whether each bit is 0 or 1."""
    return set(bits) <= {"0", "1"}
