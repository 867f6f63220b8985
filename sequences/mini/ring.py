"""A small driver for the ring: fills descriptors in, rings the bell, waits until they have retired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.mini.config import MEMORY, MiniConfig
from models.mini.descriptor import DESCRIPTOR_BYTES, Operation
from models.mini.registers import registers
from sequences.draw import chance
from sequences.host import Host
from sequences.memory_plan import MemoryPlan, Surface
from sequences.polling import poll


@dataclass(frozen=True, slots=True, kw_only=True)
class RingKnobs:
    """How the driver goes about it.

    Attributes:
        last: index of the ring's last descriptor; it holds as many at a time.
        poll: how often the end is looked for in HEAD; else an interrupt is waited for.
        late: how often an interrupt is cleared late.
        late_cycles: how long at most.
    """

    last: int = 15
    poll: float = 0.0
    late: float = 0.0
    late_cycles: int = 200


class Ring:
    """Plays operations, in their order.

    Args:
        host: the processor's side.
        config: the hardware configuration.
        rng: draws what `knobs` leave open.
        plan: where the ring's memory comes from.
        knobs: how to go about it.
    """

    def __init__(
        self, host: Host, config: MiniConfig, rng: np.random.Generator, plan: MemoryPlan, knobs: RingKnobs
    ) -> None:
        self._host, self._rng, self._knobs = host, rng, knobs
        self._block = registers(config).RING
        size_bytes = DESCRIPTOR_BYTES * (knobs.last + 1)
        self.surface: Surface = plan.allocate(MEMORY, size_bytes, DESCRIPTOR_BYTES)
        self._tail = 0

    async def begin(self) -> None:
        """Tell the device where the ring is, and let it run."""
        await self._host.write(self._block.RING_BASE_LOW, self.surface.address & 0xFFFFFFFF)
        await self._host.write(self._block.RING_BASE_HIGH, self.surface.address >> 32)
        await self._host.write(self._block.RING_SIZE, self._knobs.last)
        await self._host.write(self._block.CONTROL, self._block.CONTROL.encode(ENABLE=1))

    async def end(self) -> None:
        """Stop the ring, which is empty."""
        await self._host.write(self._block.CONTROL, 0)

    async def play(self, operations: Sequence[Operation]) -> None:
        """Play operations, as many at a time as the ring holds; return when all have retired.

        Raises:
            HangError: one did not.
        """
        for first in range(0, len(operations), self._knobs.last):
            await self._play_some(operations[first : first + self._knobs.last])
        await self._host.drain()

    async def _play_some(self, operations: Sequence[Operation]) -> None:
        """Fill in operations for which there is room, the last of which interrupts, and wait for it."""
        for operation in operations:
            address = self.surface.address + DESCRIPTOR_BYTES * self._tail
            self._host.load(MEMORY, address, operation.encode())
            self._tail = 0 if self._tail == self._knobs.last else self._tail + 1
        await self._host.write(self._block.TAIL, self._tail)
        if not operations[-1].interrupt or chance(self._rng, self._knobs.poll):
            await poll(self._host, self._has_retired, f"HEAD does not come to {self._tail}")
        else:
            await self._interrupted()
        await self._clear()

    async def _interrupted(self) -> None:
        """Wait for interrupts, and clear them, until the last operation has retired."""
        while not await self._has_retired():
            await self._host.wait_interrupt()
            if chance(self._rng, self._knobs.late):
                await self._host.pause(int(self._rng.integers(1, self._knobs.late_cycles + 1)))
            await self._clear()

    async def _clear(self) -> None:
        """Clear what is set."""
        status = self._block.INTR_STATUS
        if seen := await self._host.read(status):
            await self._host.write(status, seen)

    async def _has_retired(self) -> bool:
        return await self._host.read(self._block.HEAD) == self._tail
