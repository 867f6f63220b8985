"""The processor's side on a test bench: sequences reach the pins through the sequencer of the register bus."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import numpy as np
from cocotb.simtime import get_sim_time
from cocotb.triggers import Timer
from numpy.typing import NDArray
from pyuvm import uvm_sequence

from models.registers import Register
from sequences.host import POLL_CYCLES, Access, HangError, address_of
from tb.environment.env import DeviceEnv
from tb.interrupt import wait_any_high
from tb.register_bus.item import RegisterItem


class HostSequence(uvm_sequence):
    """Plays a sequence written against `Host` on the register bus of an environment.

    Args:
        env: the environment whose memories, interrupt lines and reference the host sees.
        play: the sequence.
    """

    def __init__(self, env: DeviceEnv, play: Callable[[HostSequence], Awaitable[None]]) -> None:
        super().__init__("host")
        self.env, self._play = env, play
        self._pauses: list[float] = []

    async def body(self) -> None:
        """Play it."""
        await self._play(self)

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:
        """Write a register."""
        await self._access(RegisterItem(address_of(register), write=True, data=data, posted=posted))

    async def read(self, register: Register | int) -> int:
        """Read a register."""
        return await self._access(RegisterItem(address_of(register), write=False))

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses; as many wait for their answers at a time as the bus agent's configuration says.

        Raises:
            HangError: one was not accepted or not answered.
        """
        items = [
            RegisterItem(address_of(one.register), write=one.data is not None, data=one.data or 0, posted=one.posted)
            for one in accesses
        ]
        for item in items:
            await self._request(item)
        read = [await self._answer(item) for item in items]
        return [0 if item.write else data for item, data in zip(items, read, strict=True)]

    async def wait_interrupt(self) -> None:
        """Return when an interrupt line is high.

        Raises:
            HangError: nothing moved for the watchdog's time.
        """
        await self._watch(self._interrupt_rose, "the interrupt pin did not rise")

    async def pause(self, cycles: int = POLL_CYCLES) -> None:
        """Let core cycles pass."""
        begun_ns = get_sim_time("ns")
        self._pauses.append(begun_ns)
        try:
            await Timer(cycles * self.env.config.core_period_ns, "ns")
        finally:
            self._pauses.remove(begun_ns)

    def pauses_since(self, time_ns: float) -> bool:
        """Whether one pause goes on that began at that time or before."""
        return any(begun_ns <= time_ns for begun_ns in self._pauses)

    async def drain(self) -> None:
        """Return when the writes of every started layer are in memory.

        Raises:
            HangError: nothing moved for the watchdog's time.
        """
        await self._watch(partial(self._poll, lambda: not self.env.checker.owed), "a layer did not end")

    async def quiet(self) -> None:
        """Return when no layer is in flight: results written, interrupts come.

        Raises:
            HangError: nothing moved for the watchdog's time.
        """
        await self._watch(partial(self._poll, lambda: not self.env.device.layers_in_flight), "a layer did not end")

    def interrupt_level(self) -> bool:
        """Whether an interrupt line is high now."""
        return any(agent.monitor.level for agent in self.env.interrupts.values())

    def why_waiting(self) -> str:
        """What is in flight."""
        self.env.sync()
        return f"; {self.env.checker.waiting_for()}"

    def load(self, port: str, address: int, data: NDArray[np.uint8]) -> None:
        """Put bytes into the design's memory, and into the reference's."""
        self.env.sync()
        self.env.memories[port].write(address, data)
        self.env.checker.load(port, address, data, get_sim_time("ns"))

    def dump(self, port: str, address: int, size_bytes: int) -> NDArray[np.uint8]:
        """Bytes of the design's memory."""
        return self.env.memories[port].read(address, size_bytes)

    async def _access(self, item: RegisterItem) -> int:
        await self._request(item)
        return await self._answer(item)

    async def _request(self, item: RegisterItem) -> None:
        try:
            await self.start_item(item)
            await self.finish_item(item)
        except CancelledError:
            item.withdraw("was withdrawn: the test has ended")
            raise
        if item.failure:
            raise HangError(item.failure)

    async def _answer(self, item: RegisterItem) -> int:
        """What an item that was asked for brought: where several may be outstanding, it is answered later."""
        if item.answered and self.env.register_bus.config.max_outstanding > 1:
            await self.get_response(item.get_transaction_id())
        if item.failure:
            raise HangError(item.failure)
        return int(item.data)

    async def _watch(self, wait: Callable[[float], Awaitable[bool]], complaint: str) -> None:
        """Wait, a timeout at a time, as long as there is progress.

        Args:
            wait: waits for at most the given nanoseconds; whether what it waits for has come.
            complaint: what is wrong if it does not come.
        """
        cycles = self.env.config.watchdog_cycles
        before = -1
        while not await wait(cycles * self.env.config.core_period_ns):
            self.env.sync()
            if self.env.checker.progress == before:
                raise HangError(f"watchdog: {complaint}, nothing moved for {cycles} core cycles{self.why_waiting()}")
            before = self.env.checker.progress

    async def _interrupt_rose(self, timeout_ns: float) -> bool:
        try:
            await wait_any_high([agent.monitor for agent in self.env.interrupts.values()], timeout_ns)
        except TimeoutError:
            return False
        return True

    async def _poll(self, done: Callable[[], bool], timeout_ns: float) -> bool:
        """Look now and then: what the memory ports saw comes in batches."""
        end_ns = get_sim_time("ns") + timeout_ns
        self.env.sync()
        while not done() and get_sim_time("ns") < end_ns:
            await self.pause()
            self.env.sync()
        return done()
