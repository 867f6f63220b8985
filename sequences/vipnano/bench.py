"""What a test of VIPNano works with: layers on tensors, and jobs as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import MEMORY
from models.vipnano.registers import registers
from sequences.host import Host
from sequences.memory_plan import MemoryPlan
from sequences.polling import poll
from sequences.vipnano.draw.jobs import DrawnJob
from sequences.vipnano.driver import Driver
from sequences.vipnano.layers import Layer
from sequences.vipnano.lowering.places import ALIGN_BYTES
from sequences.vipnano.plain_jobs import PlainJob, in_memory

ROOM_BYTES = 1 << 18
"""A job or a layer with all that belongs to it has so much memory."""
STRUCTURE_AT = ROOM_BYTES - 256
SEQUENCES = 32
Tensor = NDArray[np.uint8]
PlacedJob = tuple[DrawnJob, int]
"""A job in memory, and where its structure is."""

LONG_PAUSE_CYCLES = 50
"""Between looks for room: a job on a late memory takes more than looks in a row would wait for."""


@dataclass(frozen=True, slots=True)
class QueueKnobs:
    """How the queue is driven.

    Attributes:
        ends: how often a sequence ends behind a job; one does behind the last.
        full: behind the jobs others are queued, which move a byte, until the queue has no room while one is at work.
    """

    ends: float = 0.0
    full: bool = False


class VipnanoBench:
    """Layers and jobs.

    For example::

        x = bench.rng.integers(0, 256, (8, 8, 3), np.uint8)
        y = await bench.run(Conv2d(lines=8, columns=8, channels=3, weights=w, bias=b, input=a, kernel=k, output=o), x)
        await bench.play(PlainTpJob(in_address=0x1000, out_address=0x2000, columns=8, tile_columns=8))

    Args:
        host: the processor's side.
        config: the hardware configuration.
        rng: the sequence's own generator.
    """

    def __init__(self, host: Host, config: VipnanoConfig, rng: np.random.Generator) -> None:
        self.host, self.config, self.rng = host, config, rng
        self.registers = registers(config)
        self.plan = MemoryPlan(config.ports, rng, conventional=True)
        self._sequences = 0

    async def run(self, layer: Layer, *tensors: Tensor) -> Tensor:
        """What a layer makes of tensors, as the jobs that the driver makes of it.

        Raises:
            ValueError: a number of it does not fit.
            HangError: a job does not end.
        """
        return await Driver(self.host, self.config, self.room()).run(layer, *tensors)

    def room(self) -> int:
        """Memory of its own for a job or a layer: where it begins."""
        return self.plan.allocate(MEMORY, ROOM_BYTES, ALIGN_BYTES).address

    def job(self, draw: Callable[[int], DrawnJob], at: int | None = None) -> PlacedJob:
        """A job in memory.

        Args:
            draw: makes it, with all that belongs to it from an address on.
            at: that address, where there is room; None: one is found.

        Returns:
            The job, and where its structure is.
        """
        base = self.room() if at is None else at
        return self._loaded(draw(base), base + STRUCTURE_AT)

    async def queue(self, job: DrawnJob, address: int) -> None:
        """Queue a job as soon as there is room."""
        await self._need_room()
        ps, number = self.registers.PS, int(self.rng.integers(SEQUENCES))
        await self.host.write(ps.registers[f"{job.structure.kind.name}_INST_ADDR"], address | number)

    async def play(self, *jobs: PlacedJob | PlainJob, knobs: QueueKnobs | None = None) -> None:
        """Play jobs one behind the other, and wait until they have ended.

        Args:
            jobs: jobs that are in memory, or jobs as numbers, which are put there.
            knobs: how the queue is driven.

        Raises:
            ValueError: nothing is given, or a number does not fit.
            HangError: one does not end.
        """
        if not jobs:
            raise ValueError("bench.play: nothing to play: give it jobs")
        plain = [job for job in jobs if not isinstance(job, tuple)]
        chosen = knobs or QueueKnobs()
        more = self.config.queue_slots + 1 if chosen.full else 0
        put = iter([self._loaded(*job) for job in in_memory(plain, self.config, more)])
        queued = [*(job if isinstance(job, tuple) else next(put) for job in jobs), *put]
        for number, job in enumerate(queued, start=1):
            await self.queue(*job)
            if number == len(queued) or self.rng.random() < chosen.ends:
                await self.end_sequence()
        await self.finished()

    async def end_sequence(self) -> None:
        """Queue the end of a sequence as soon as there is room; numbers go round."""
        await self._need_room()
        await self.host.write(self.registers.PS.SEQUENCE_END, self._sequences % SEQUENCES)
        self._sequences += 1

    async def finished(self) -> None:
        """Wait until nothing is left in the queue, and acknowledge what has come; an end of a sequence is the last.

        Raises:
            HangError: something does not end.
        """
        while await self.host.read(self.registers.HOST.STATUS):
            await self.host.wait_interrupt()
            await self._look()
        await self._look()
        await self.host.drain()

    def _loaded(self, job: DrawnJob, address: int) -> PlacedJob:
        """A job, with all that belongs to it in memory, its structure at an address."""
        for at, data in job.loads:
            self.host.load(MEMORY, at, data)
        self.host.load(MEMORY, address, job.structure.encode())
        return job, address

    async def _look(self) -> None:
        """See what has ended, and acknowledge what has come."""
        block = self.registers.HOST
        await self.host.read(block.ENDED)
        if come := await self.host.read(block.INTR_STATUS):
            await self.host.write(block.INTR_STATUS, come)

    async def _need_room(self) -> None:
        async def has_room() -> bool:
            return await self.host.read(self.registers.HOST.SLOTS) > 0

        await poll(self.host, has_room, "the queue has no room", pause_cycles=LONG_PAUSE_CYCLES)
        await self._look()
