"""What drivers of all register buses have in common: items in their order, gaps, resets, the watchdog."""

from __future__ import annotations

from abc import abstractmethod

import cocotb
from cocotb.simtime import get_sim_time
from cocotb.triggers import Event, RisingEdge
from pyuvm import uvm_driver

from tb.observations import ObservationTap
from tb.register_bus.accesses import RegisterAccess, RegisterAccesses
from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.item import RegisterItem
from tb.register_bus.observation import RegisterObservation


class RegisterBusDriver(uvm_driver):
    """Puts items on the pins and waits until the monitor has seen them through. The driver of a bus derives from it.

    So an item is done only after everybody who listens to the monitor knows of it, and the driver needs no edge of its
    own to look for answers. A request stays on the pins until it is accepted; without gaps the next one follows in the
    next cycle. An item that a reset cuts off, or that the watchdog gives up, comes back with its `failure` told.
    """

    def build_phase(self) -> None:
        """Take the configuration and make the entrance for the monitor's observations."""
        self.config: RegisterBusConfig = self.cdb_get("config")
        self.observations = ObservationTap("observations", self, self.observe)
        self._accesses = RegisterAccesses(self.config)
        self._may_start = Event()
        self._edge = -1  # time of the last rising edge that was seen, in simulation steps
        self._cycle = 0  # the clock's period, in the same

    async def run_phase(self) -> None:
        """Serve items one after the other."""
        self._rest()
        cocotb.start_soon(self._follow_resets())
        cocotb.start_soon(self._accesses.guard())
        while True:
            await self._serve(await self.seq_item_port.get_next_item())

    def observe(self, observation: RegisterObservation) -> None:
        """Take what the monitor saw at the clock's edge just now."""
        self._edge = get_sim_time("step")
        self._accesses.observe(observation)

    @abstractmethod
    def _rest(self) -> None:
        """Drive every pin as it is while nothing is asked for."""

    @abstractmethod
    async def _offer(self, access: RegisterAccess) -> None:
        """Put a request on the pins, wait with `_accept` for its end, take it off again."""

    def _has_answer(self, item: RegisterItem) -> bool:
        """Whether the bus answers an item, though nobody may wait for it."""
        return item.answered

    def _must_wait(self, item: RegisterItem) -> bool:
        """Whether an item's request may not begin before another access is answered."""
        return self._has_answer(item) and self._accesses.unanswered >= self.config.max_outstanding

    async def _accept(self, access: RegisterAccess) -> None:
        """Return when the request on the pins is accepted or given up."""
        self._accesses.request = access
        await self._step(access, access.accepted)
        self._accesses.request = None

    async def _serve(self, item: RegisterItem) -> None:
        if item.failure:  # withdrawn before its turn came
            self.seq_item_port.item_done()
            return
        access = RegisterAccess(item)
        await self._reach_start(item)
        await self._offer(access)
        if item.failure or not self._has_answer(item):
            self.seq_item_port.item_done()
            return
        self._accesses.expect_answer(access)
        if item.answered and self.config.max_outstanding == 1:
            await self._step(access, access.answered)
            self.seq_item_port.item_done()
        else:
            self.seq_item_port.item_done()
            cocotb.start_soon(self._respond(access))

    async def _reach_start(self, item: RegisterItem) -> None:
        """Return right behind a rising edge at which the request may begin."""
        while self._must_wait(item):
            self._accesses.fewer.clear()
            await self._accesses.fewer.wait()
        if not self._cycle:
            await self._measure_cycle()
        await self._align()
        for _ in range(next(self.config.gap_cycles, 0)):
            await self._pass_edge()
        while not self._may_start.is_set():
            await self._may_start.wait()
            await self._align()

    async def _respond(self, access: RegisterAccess) -> None:
        await self._step(access, access.answered)
        if access.item.answered:
            self.seq_item_port.put_response(access.item)

    async def _step(self, access: RegisterAccess, event: Event) -> None:
        await self._accesses.step(access, event, self._cycle * self.config.watchdog_cycles)

    async def _measure_cycle(self) -> None:
        """Learn the clock's period: the watchdog counts cycles without waking at each of them."""
        await self._pass_edge()
        start = self._edge
        await self._pass_edge()
        self._cycle = self._edge - start

    async def _align(self) -> None:
        """Return right behind a rising edge, at once if this is just behind one."""
        if get_sim_time("step") != self._edge:
            await self._pass_edge()

    async def _pass_edge(self) -> None:
        await RisingEdge(self.config.bus.clock)
        self._edge = get_sim_time("step")

    async def _follow_resets(self) -> None:
        reset = self.config.reset
        while True:
            await reset.release()
            for _ in range(self.config.after_reset_cycles):
                await self._pass_edge()
            self._may_start.set()
            await reset.assertion()
            self._may_start.clear()
            self._accesses.drop("was cut off by a reset")
