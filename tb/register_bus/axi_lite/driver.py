"""Drives requests on AXI4-Lite, and takes their answers."""

from __future__ import annotations

from collections.abc import Iterator

import cocotb
from cocotb.handle import LogicObject
from cocotb.triggers import RisingEdge, ValueChange

from tb.register_bus.accesses import RegisterAccess
from tb.register_bus.axi_lite.config import AxiLiteAgentConfig
from tb.register_bus.driver import RegisterBusDriver
from tb.register_bus.item import RegisterItem


class AxiLiteDriver(RegisterBusDriver):
    """Puts items on the channels of AXI4-Lite: a write's address and its data each until its own ready."""

    config: AxiLiteAgentConfig

    async def run_phase(self) -> None:
        """Serve items one after the other, and pace the answers if they are to wait."""
        for valid, ready, waits in self._answers():
            if waits is not None:
                cocotb.start_soon(self._pace(valid, ready, waits))
        await super().run_phase()

    def _answers(self) -> tuple[tuple[LogicObject, LogicObject, Iterator[int] | None], ...]:
        """Valid and ready of each channel of answers, and how many cycles the second comes after the first."""
        config, bus = self.config, self.config.bus
        return (bus.bvalid, bus.bready, config.bready_waits), (bus.rvalid, bus.rready, config.rready_waits)

    def _rest(self) -> None:
        bus = self.config.bus
        for pin in (bus.awvalid, bus.awaddr, bus.wvalid, bus.wdata, bus.arvalid, bus.araddr):
            pin.value = 0
        if "wstrb" in bus.signals:
            bus.wstrb.value = 0
        for _, ready, waits in self._answers():
            ready.value = int(waits is None)

    def _has_answer(self, item: RegisterItem) -> bool:  # noqa: ARG002 whichever it is
        return True

    def _must_wait(self, item: RegisterItem) -> bool:
        overtakes = not self.config.overlap and self._accesses.waits_for(write=not item.write)
        return overtakes or super()._must_wait(item)

    async def _offer(self, access: RegisterAccess) -> None:
        bus = self.config.bus
        holds = self._offer_write(access.item) if access.item.write else self._offer_read(access.item)
        await self._accept(access)
        for hold in holds:
            hold.cancel()
        for valid in (bus.awvalid, bus.wvalid, bus.arvalid):
            valid.value = 0

    def _offer_read(self, item: RegisterItem) -> list[cocotb.task.Task[None]]:
        bus = self.config.bus
        bus.araddr.value = item.address
        return [cocotb.start_soon(self._hold(bus.arvalid, bus.arready))]

    def _offer_write(self, item: RegisterItem) -> list[cocotb.task.Task[None]]:
        bus, lag = self.config.bus, next(self.config.data_lag_cycles, 0)
        bus.awaddr.value = item.address
        bus.wdata.value = item.data
        if "wstrb" in bus.signals:
            bus.wstrb.value = item.strobe
        address = self._hold(bus.awvalid, bus.awready, max(-lag, 0))
        return [cocotb.start_soon(address), cocotb.start_soon(self._hold(bus.wvalid, bus.wready, max(lag, 0)))]

    async def _hold(self, valid: LogicObject, ready: LogicObject, wait_cycles: int = 0) -> None:
        """Keep valid high until the clock edge at which ready is."""
        clock = RisingEdge(self.config.bus.clock)
        for _ in range(wait_cycles):
            await clock
        valid.value = 1
        await clock
        while str(ready.value) != "1":
            await clock
        valid.value = 0

    async def _pace(self, valid: LogicObject, ready: LogicObject, waits: Iterator[int]) -> None:
        """Let each answer wait for ready; behind each, ready is low for a cycle."""
        clock = RisingEdge(self.config.bus.clock)
        while True:
            while str(valid.value) != "1":
                await ValueChange(valid)
            for _ in range(next(waits, 0)):
                await clock
            ready.value = 1
            await clock
            ready.value = 0
            await clock
