"""The driver's accesses under way, and the watchdog over them."""

from __future__ import annotations

from collections import deque

from cocotb.simtime import get_sim_time
from cocotb.triggers import Event, Timer

from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.item import RegisterItem
from tb.register_bus.observation import RegisterEvent, RegisterObservation
from tb.register_bus.rules import BusRule


class RegisterAccess:
    """An item on its way: its request is accepted, then, if it has an answer, answered."""

    def __init__(self, item: RegisterItem) -> None:
        self.item = item
        self.request_time_ns = -1.0
        self.deadline = 0
        self.accepted = Event()
        self.answered = Event()

    def abandon(self, failure: str) -> None:
        """End it without success."""
        self.item.failure = failure
        self.accepted.set()
        self.answered.set()


class RegisterAccesses:
    """The request that waits to be accepted, and the accesses that wait for answers, oldest first.

    Attributes:
        request: the access whose request is on the pins.
        fewer: set whenever an access stops waiting for its answer.
    """

    def __init__(self, config: RegisterBusConfig) -> None:
        self._config = config
        self.request: RegisterAccess | None = None
        self.fewer = Event()
        self._reads: deque[RegisterAccess] = deque()
        self._writes: deque[RegisterAccess] = deque()
        self._work = Event()

    @property
    def unanswered(self) -> int:
        """How many wait for an answer."""
        return len(self._reads) + len(self._writes)

    def waits_for(self, *, write: bool) -> bool:
        """Whether a write, or a read, waits for its answer."""
        return bool(self._writes if write else self._reads)

    def expect_answer(self, access: RegisterAccess) -> None:
        """An accepted access waits for its answer now."""
        (self._writes if access.item.write else self._reads).append(access)

    def observe(self, observation: RegisterObservation) -> None:
        """Go on with the access that the monitor has seen accepted or answered."""
        if observation.event in (RegisterEvent.READ, RegisterEvent.WRITE):
            if self.request:
                self.request.request_time_ns = observation.time_ns
                self.request.accepted.set()
            return
        queue = self._reads if observation.event is RegisterEvent.READ_DATA else self._writes
        # The late answer of an access that was given up is nobody's.
        if queue and queue[0].request_time_ns == observation.request_time_ns:
            access = queue.popleft()
            access.item.refused = observation.refused
            if observation.event is RegisterEvent.READ_DATA:
                access.item.data = observation.data
            access.answered.set()
            self.fewer.set()

    async def step(self, access: RegisterAccess, event: Event, limit_steps: int) -> None:
        """Wait for an access to go on; after so many simulation steps the watchdog ends it."""
        access.deadline = get_sim_time("step") + limit_steps
        self._work.set()
        await event.wait()

    async def guard(self) -> None:
        """Give up accesses that do not go on. It wakes at deadlines, not with every access."""
        while True:
            under_way = self._under_way()
            if not under_way:
                self._work.clear()
                await self._work.wait()
                continue
            oldest = min(under_way, key=lambda access: access.deadline)
            remaining = oldest.deadline - get_sim_time("step")
            if remaining > 0:
                await Timer(remaining, "step")
            else:
                self._give_up(oldest)

    def drop(self, why: str) -> None:
        """End all accesses without success."""
        for access in self._under_way():
            self._end(access, f"{self._config.title} {access.item} {why}")

    def _give_up(self, access: RegisterAccess) -> None:
        what = "answered" if access.accepted.is_set() else "accepted"
        name, cycles = self._config.name_address(access.item.address), self._config.watchdog_cycles
        message = f"{self._config.title} {access.item} ({name}) was not {what} within {cycles} cycles"
        self._config.findings.error(self._config.kind_of(BusRule.HANG), message, get_sim_time("ns"), about=name)
        self._end(access, message)

    def _end(self, access: RegisterAccess, failure: str) -> None:
        for queue in (self._reads, self._writes):
            if access in queue:
                queue.remove(access)
        if access is self.request:
            self.request = None
        self.fewer.set()
        access.abandon(failure)

    def _under_way(self) -> list[RegisterAccess]:
        return [*self._reads, *self._writes, *([self.request] if self.request else [])]
