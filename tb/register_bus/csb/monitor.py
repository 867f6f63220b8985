"""Watches the CSB's pins."""

from __future__ import annotations

from typing import NamedTuple

from cocotb.handle import LogicArrayObject, LogicObject
from cocotb.triggers import RisingEdge, ValueChange, gather

from models.registers import WORD_BYTES
from tb.register_bus.csb.config import CsbAgentConfig
from tb.register_bus.monitor import RegisterBusMonitor, known
from tb.register_bus.observation import RegisterEvent
from tb.register_bus.rules import BusRule


class CsbPayload(NamedTuple):
    """A request as it stands on the pins, bit by bit; what means nothing for its kind is left out."""

    address: str
    write: str
    nposted: str
    data: str


class CsbMonitor(RegisterBusMonitor):
    """Watches the requests, the read answers and the answers to writes.

    Each of the three channels sleeps until its valid changes, then looks at each rising edge of the clock for as long
    as it stays high.
    """

    config: CsbAgentConfig

    def build_phase(self) -> None:
        """Take the configuration and make the analysis port."""
        super().build_phase()
        self._stalled: CsbPayload | None = None

    async def _watch(self) -> None:
        bus = self.config.bus
        await gather(
            self._watch_requests(),
            self._watch_answers(bus.read_valid, RegisterEvent.READ_DATA, bus.read_data),
            self._watch_answers(bus.write_complete, RegisterEvent.WRITE_COMPLETE),
        )

    def _drop(self) -> None:
        super()._drop()
        self._stalled = None

    async def _watch_requests(self) -> None:
        bus = self.config.bus
        while True:
            await RisingEdge(bus.clock)
            if self._is_high(bus.valid):
                self._take_request(accepted=self._is_high(bus.ready))
                continue
            if self._stalled is not None:
                self._error(BusRule.WITHDRAWN, f"request {self._stalled} was withdrawn before ready accepted it")
                self._stalled = None
            await ValueChange(bus.valid)

    async def _watch_answers(
        self, valid: LogicObject, event: RegisterEvent, data: LogicArrayObject | None = None
    ) -> None:
        while True:
            await RisingEdge(self.config.bus.clock)
            if self._is_high(valid):
                self._answered(event, "0" if data is None else str(data.value))
            else:
                await ValueChange(valid)

    def _take_request(self, *, accepted: bool) -> None:
        payload = self._payload()
        if self._stalled is not None and payload != self._stalled:
            self._error(
                BusRule.UNSTABLE, f"request changed while it waited for ready: from {self._stalled} to {payload}"
            )
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
        if not all(known(bits) for bits in payload[:3]):
            self._error(BusRule.UNKNOWN, f"request accepted with unknown bits, left out: {payload}")
            return
        write, posted = payload.write == "1", payload.nposted == "0"
        address = int(payload.address, 2) * WORD_BYTES
        data = self._number(payload.data, f"write data for {self.config.name_address(address)}")
        event = RegisterEvent.WRITE if write else RegisterEvent.READ
        self._requested(event, address, data, posted=write and posted)
