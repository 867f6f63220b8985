"""Starts jobs as early as what they depend on and free instances allow, and serves completions until all are done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from sequences.draw import chance
from sequences.firmware.jobs import MemoryJob
from sequences.host import Host

AFTERMATH_CYCLES = 256
"""Cycles after which a completion has come for certain of whose part all writes are answered."""

InstanceT = TypeVar("InstanceT")
JobT = TypeVar("JobT", bound=MemoryJob[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulerKnobs:
    """How the firmware goes about it; a plain user needs none of them.

    Attributes:
        hold_back: how often a job that could start waits for the next completion.
        together: how often jobs that could start are all programmed before the first of them is started, so that they
            begin one right behind the other.
        late: how often a completion waits before it is served.
        late_cycles: how long at most.
        storms: how often no completion is served before all that runs has ended: then many are there at once.
        look: how often statuses and counters are read when a job is done.
        apart: how often the blocks of a job are started apart, each some time behind the one before.
        apart_cycles: how long at most.
    """

    hold_back: float = 0.0
    together: float = 0.0
    late: float = 0.0
    late_cycles: int = 2000
    storms: float = 0.0
    look: float = 1.0
    apart: float = 0.0
    apart_cycles: int = 1000


class PartDriver(Protocol[InstanceT]):
    """What starts one block's part of a job, in the instance whose turn it is."""

    @property
    def turn(self) -> InstanceT | None:
        """The instance that the next part will run in; None: not known yet."""

    def completions(self, instance: InstanceT) -> tuple[str, ...]:
        """Names of what says that a part in an instance is done."""

    async def start(self, instance: InstanceT) -> None:
        """Start the part that was written for an instance."""

    async def look(self, instance: InstanceT) -> None:
        """Read what the block says of a part that has ended."""


@dataclass(slots=True, eq=False)
class RunningJob(Generic[JobT, InstanceT]):
    """A job that was programmed.

    Attributes:
        job: the job.
        instances: the instance that it runs in, by block.
        missing: completions that have not come.
    """

    job: JobT
    instances: Mapping[str, InstanceT]
    missing: set[str]


class Scheduler(ABC, Generic[JobT, InstanceT]):
    """Plays jobs on a device whose blocks are idle. A family says how a job is written, started and told to be done.

    Args:
        host: the processor's side.
        rng: the sequence's own generator.
        knobs: how to go about it.
    """

    def __init__(self, host: Host, rng: np.random.Generator, knobs: SchedulerKnobs) -> None:
        self._host, self._rng, self._pace = host, rng, knobs
        self._running: list[RunningJob[JobT, InstanceT]] = []
        self._done: set[MemoryJob[Any]] = set()

    @abstractmethod
    def driver(self, block: str) -> PartDriver[InstanceT]:
        """What starts the parts of a block."""

    @abstractmethod
    async def prepare(self, job: JobT) -> Mapping[str, InstanceT]:
        """Write all parts of a job; returns the instance that each will run in, by block."""

    @abstractmethod
    def order(self, blocks: Iterable[str]) -> Sequence[str]:
        """The order in which a job's blocks are started.

        Args:
            blocks: in pipeline order.
        """

    @abstractmethod
    async def serve(self, missing: Collection[str]) -> set[str]:
        """Wait for any of some completions; returns those that came, which nobody waits for any more.

        Raises:
            HangError: none came.
        """

    def in_turn(self, job: JobT, waiting: Sequence[JobT]) -> bool:  # noqa: ARG002 - for families with rows of jobs
        """Whether a job may start where some have not, which may have to start in a row."""
        return True

    def may_write(self, job: JobT) -> bool:  # noqa: ARG002 - for families with something that instances share
        """Whether a job can be written while others run."""
        return True

    async def look(self, ended: RunningJob[JobT, InstanceT]) -> None:
        """Read what a job's blocks say of it, which is done."""
        for block, instance in ended.instances.items():
            await self.driver(block).look(instance)

    async def play(self, jobs: Sequence[JobT]) -> None:
        """Play jobs; return when all are done and their results are in memory.

        Raises:
            HangError: a completion did not come.
        """
        waiting = list(jobs)
        while waiting or self._running:
            prepared = []
            together = self.draw(self._pace.together)
            for job in list(waiting):
                if self._can_start(job, waiting) and not (self._running and self.draw(self._pace.hold_back)):
                    waiting.remove(job)
                    prepared.append(await self._program(job))
                    if not together:
                        await self._start(prepared.pop())
            for running in prepared:
                await self._start(running)
            await self._serve()
        await self._host.drain()

    async def start(self, job: JobT) -> None:
        """Program all blocks of a job, then start them; its end is not waited for."""
        await self._start(await self._program(job))

    def is_running(self, block: str) -> bool:
        """Whether a block has a part in flight."""
        return any(block in running.instances for running in self._running)

    def draw(self, probability: float) -> bool:
        """A draw, but none where the knob leaves no choice: plain programs take nothing from the generator."""
        return chance(self._rng, probability) if 0 < probability < 1 else probability >= 1

    def _can_start(self, job: JobT, waiting: Sequence[JobT]) -> bool:
        """Whether what it depends on is done, and the instance that each of its blocks has next is served.

        Jobs may complete in another order than they started in: a completion of an instance whose earlier one is still
        to come would be taken for that.
        """
        if not self.in_turn(job, waiting) or not all(earlier in self._done for earlier in job.before):
            return False
        busy = {(block, instance) for running in self._running for block, instance in running.instances.items()}
        free = all((part.block, self.driver(part.block).turn) not in busy for part in job.parts)
        return free and self.may_write(job)

    async def _program(self, job: JobT) -> RunningJob[JobT, InstanceT]:
        instances = await self.prepare(job)
        missing = {name for block, item in instances.items() for name in self.driver(block).completions(item)}
        self._running.append(RunningJob(job, instances, missing))
        return self._running[-1]

    async def _start(self, running: RunningJob[JobT, InstanceT]) -> None:
        first, *others = self.order(running.instances)
        await self.driver(first).start(running.instances[first])
        apart = bool(others) and self.draw(self._pace.apart)
        for block in others:
            if apart:
                await self._host.pause(int(self._rng.integers(1, self._pace.apart_cycles + 1)))
            await self.driver(block).start(running.instances[block])

    async def _serve(self) -> None:
        """Wait for a completion of a running job; look at what is done."""
        if self.draw(self._pace.late):
            await self._host.pause(int(self._rng.integers(1, self._pace.late_cycles + 1)))
        if self.draw(self._pace.storms):
            await self._host.drain()
            await self._host.pause(AFTERMATH_CYCLES)
        seen = await self.serve({name for running in self._running for name in running.missing})
        for running in self._running:
            running.missing -= seen
        ended = [running for running in self._running if not running.missing]
        self._running = [running for running in self._running if running.missing]
        for running in ended:
            self._done.add(running.job)
            if self.draw(self._pace.look):
                await self.look(running)
