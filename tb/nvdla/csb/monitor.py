"""Watches the CSB's pins."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from cocotb.handle import LogicArrayObject, LogicObject
from cocotb.simtime import get_sim_time
from cocotb.triggers import RisingEdge, ValueChange, gather
from pyuvm import uvm_analysis_port, uvm_monitor

from models.registers import WORD_BYTES
from tb.clocking.state import run_between_resets
from tb.nvdla.csb.config import CsbAgentConfig
from tb.nvdla.csb.item import CsbEvent, CsbObservation


class CsbPayload(NamedTuple):
    """A request as it stands on the pins, bit by bit; what means nothing for its kind is left out."""

    address: str
    write: str
    nposted: str
    data: str


@dataclass(frozen=True, slots=True)
class CsbRequest:
    """An accepted request that waits for its answer."""

    address: int
    time_ns: float


class CsbMonitor(uvm_monitor):
    """Publishes on `ap` every accepted request and every answer as a `CsbObservation`, from the pins alone.

    Answers belong to the oldest request of their kind (the real part keeps the order within a unit only:
    docs/nvdla/pins.md, 'CSB'). Each of the three channels sleeps until its valid changes, then looks at each rising
    edge of the clock for as long as it stays high.
    """

    def build_phase(self) -> None:
        """Take the configuration and make the analysis port."""
        self.config: CsbAgentConfig = self.cdb_get("config")
        self.ap = uvm_analysis_port("ap", self)
        self._reads: deque[CsbRequest] = deque()
        self._writes: deque[CsbRequest] = deque()
        self._stalled: CsbPayload | None = None

    async def run_phase(self) -> None:
        """Watch outside resets."""
        await run_between_resets(self.config.reset, self._watch, self._drop)

    def check_phase(self) -> None:
        """Report requests that were never answered."""
        for kind, requests in (("read", self._reads), ("non-posted write", self._writes)):
            for request in requests:
                name = self.config.name_address(request.address)
                asked_ns = self.config.findings.test_ns(request.time_ns)
                self._error("csb-unanswered", f"CSB {kind} of {name} at {asked_ns:,.0f} ns was never answered")

    async def _watch(self) -> None:
        bus = self.config.bus
        await gather(
            self._watch_requests(),
            self._watch_answers(bus.read_valid, self._reads, CsbEvent.READ_DATA, bus.read_data),
            self._watch_answers(bus.write_complete, self._writes, CsbEvent.WRITE_COMPLETE),
        )

    def _drop(self) -> None:
        self._reads.clear()
        self._writes.clear()
        self._stalled = None

    async def _watch_requests(self) -> None:
        bus = self.config.bus
        while True:
            await RisingEdge(bus.clock)
            if self._is_high(bus.valid):
                self._take_request(accepted=self._is_high(bus.ready))
                continue
            if self._stalled is not None:
                self._error("csb-withdrawn", f"CSB request {self._stalled} was withdrawn before ready accepted it")
                self._stalled = None
            await ValueChange(bus.valid)

    async def _watch_answers(
        self, valid: LogicObject, requests: deque[CsbRequest], event: CsbEvent, data: LogicArrayObject | None = None
    ) -> None:
        while True:
            await RisingEdge(self.config.bus.clock)
            if self._is_high(valid):
                self._take_answer(requests, event, "0" if data is None else str(data.value))
            else:
                await ValueChange(valid)

    def _take_request(self, *, accepted: bool) -> None:
        payload = self._payload()
        if self._stalled is not None and payload != self._stalled:
            message = f"CSB request changed while it waited for ready: from {self._stalled} to {payload}"
            self._error("csb-unstable", message)
        self._stalled = None if accepted else payload
        if accepted:
            self._publish_request(payload)

    def _payload(self) -> CsbPayload:
        bus = self.config.bus
        write = str(bus.write.value)
        meaningful = write != "0"
        nposted, data = (str(bus.nposted.value), str(bus.write_data.value)) if meaningful else ("0", "0")
        return CsbPayload(str(bus.address.value), write, nposted, data)

    def _publish_request(self, payload: CsbPayload) -> None:
        if not all(_known(bits) for bits in payload[:3]):
            self._error("csb-unknown", f"CSB request accepted with unknown bits, left out: {payload}")
            return
        write, posted = payload.write == "1", payload.nposted == "0"
        request = CsbRequest(int(payload.address, 2) * WORD_BYTES, get_sim_time("ns"))
        data = self._number(payload.data, f"write data for {self.config.name_address(request.address)}")
        if not write:
            self._reads.append(request)
        elif not posted:
            self._writes.append(request)
        event = CsbEvent.WRITE if write else CsbEvent.READ
        self.ap.write(CsbObservation(event, request.address, data, write and posted, request.time_ns, request.time_ns))

    def _take_answer(self, requests: deque[CsbRequest], event: CsbEvent, bits: str) -> None:
        if not requests:
            self._error("csb-stray", f"CSB {event.value} that no request waits for")
            return
        request = requests.popleft()
        data = self._number(bits, f"read data of {self.config.name_address(request.address)}")
        self.ap.write(CsbObservation(event, request.address, data, False, get_sim_time("ns"), request.time_ns))

    def _number(self, bits: str, what: str) -> int:
        if _known(bits):
            return int(bits, 2)
        self._error("csb-unknown", f"CSB {what} has unknown bits, taken as 0: {bits}")
        return int("".join("1" if bit == "1" else "0" for bit in bits), 2)

    def _is_high(self, pin: LogicObject | LogicArrayObject) -> bool:
        bits = str(pin.value)
        if not _known(bits):
            self._error("csb-unknown", f"CSB pin {pin._name} is {bits}; it must be 0 or 1 outside reset")
        return bits == "1"

    def _error(self, kind: str, message: str) -> None:
        self.config.findings.error(kind, message, get_sim_time("ns"))


def _known(bits: str) -> bool:
    return set(bits) <= {"0", "1"}
