"""A small firmware: starts jobs as early as groups and dependencies allow, and serves interrupts until all are done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.nvdla.programming import BlockProgram
from sequences.draw import chance
from sequences.nvdla.firmware.counting import with_counting
from sequences.nvdla.firmware.drivers import BlockDriver
from sequences.nvdla.firmware.enabling import any_order, guide_order
from sequences.nvdla.firmware.jobs import Job
from sequences.nvdla.firmware.make import make_driver
from sequences.nvdla.firmware.serve import serve_some
from sequences.nvdla.target import NvdlaTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmwareKnobs:
    """How the firmware goes about it; a plain user needs none of them.

    Attributes:
        any_order: how often the blocks of a job are enabled in any order, but for those of a convolution among
            themselves; else the last of the pipeline first.
        hold_back: how often a job that could start waits for the next interrupt.
        together: how often jobs that could start are all programmed before the first of them is enabled, so that they
            begin one right behind the other; not for BDMA, which gathers operations for one group at a time.
        late: how often an interrupt waits before it is served.
        late_cycles: how long at most.
        look: how often statuses and counters are read when a job is done.
        count: how often a job's stalls are counted, and how often both groups' counts are read when one is done; 0:
            counting stays as it is.
        read_back: how often some entries of look-up tables are read back before a layer starts that uses them.
    """

    any_order: float = 0.0
    hold_back: float = 0.0
    together: float = 0.0
    late: float = 0.0
    late_cycles: int = 2000
    look: float = 1.0
    count: float = 0.0
    read_back: float = 0.0


IN_ANY_ORDER = FirmwareKnobs(any_order=1.0, late=0.5, hold_back=0.3, count=0.3)
"""Blocks are enabled in any order, interrupts served late, layers now and then played one by one and counted."""
COUNTED = FirmwareKnobs(count=1.0)
"""Every layer's stalls are counted, and both groups' counts read behind it."""


@dataclass(slots=True, eq=False)
class RunningJob:
    """A job that was started.

    Attributes:
        job: the job.
        groups: the group that it runs in, by block.
        missing: interrupt bits that have not come.
    """

    job: Job
    groups: dict[str, int]
    missing: set[str]


def in_turn(job: Job, waiting: Sequence[Job]) -> bool:
    """Whether a job may start where some have not: convolutions that go on from each other start in a row.

    The first of a row waits for all earlier convolutions, so that none that the row needs is kept from starting.
    """
    others = [other for other in waiting if other is not job and other.uses_buffer]
    if not job.uses_buffer or not others:
        return True
    in_a_row = job.after is not None or any(other.after is job for other in others)
    if in_a_row and any(other.number < job.number for other in others):
        return False
    return not any(other.after is not None and other.after not in waiting for other in others)


class Firmware:
    """Plays jobs on a target whose units are idle.

    It remembers what it wrote into look-up tables, and writes them again only where they differ: nobody else may write
    them, and it does not outlive a reset.

    Args:
        target: where to play.
        knobs: how to go about it.
    """

    def __init__(self, target: NvdlaTarget, knobs: FirmwareKnobs) -> None:
        self._target, self._knobs = target, knobs
        self._drivers: dict[str, BlockDriver] = {}
        self._running: list[RunningJob] = []
        self._done: set[Job] = set()

    async def play(self, jobs: Sequence[Job]) -> None:
        """Play jobs; return when all are done and their results are in memory.

        Raises:
            HangError: an interrupt did not come.
        """
        waiting = list(jobs)
        while waiting or self._running:
            prepared = []
            together = self._draw(self._knobs.together)
            for job in list(waiting):
                if self._can_start(job, waiting) and not (self._running and self._draw(self._knobs.hold_back)):
                    waiting.remove(job)
                    prepared.append(await self._program(job))
                    if not together:
                        await self._enable(prepared.pop())
            for running in prepared:
                await self._enable(running)
            await self._serve()
        await self._target.host.drain()

    def _can_start(self, job: Job, waiting: Sequence[Job]) -> bool:
        """Whether what it depends on is done, and the group that each of its blocks has next is served.

        Layers may interrupt in another order than they started in: an interrupt of a group whose earlier one is still
        to come would be taken for that.
        """
        if not in_turn(job, waiting) or not all(earlier in self._done for earlier in job.before):
            return False
        busy = {(block, group) for running in self._running for block, group in running.groups.items()}
        free = all((part.block, self._driver(part.block).turn) not in busy for part in job.parts)
        return free and not any(self._is_used(part) for part in job.parts)

    def _is_used(self, part: BlockProgram) -> bool:
        """Whether a layer needs other look-up tables, and its block is at work: these are written while it is idle."""
        return self._driver(part.block).changes_shared(part) and self._is_running(part.block)

    def _is_running(self, block: str) -> bool:
        """Whether a block has a layer in flight."""
        return any(block in running.groups for running in self._running)

    async def start(self, job: Job) -> None:
        """Program all blocks of a job, then enable them, the last of the pipeline first; its end is not waited for."""
        await self._enable(await self._program(job))

    async def _program(self, job: Job) -> RunningJob:
        """Write the registers of all blocks of a job."""
        counted = self._draw(self._knobs.count)
        groups = {part.block: await self._prepare(part, counted=counted) for part in job.parts}
        missing = {bit for block, group in groups.items() for bit in self._driver(block).bits(group)}
        self._running.append(RunningJob(job, groups, missing))
        return self._running[-1]

    async def _enable(self, running: RunningJob) -> None:
        """Enable the groups that a job was programmed into."""
        order = guide_order(running.groups)
        if self._draw(self._knobs.any_order):
            order = any_order(order, self._target.rng)
        for block in order:
            await self._driver(block).start(running.groups[block])

    async def _prepare(self, part: BlockProgram, *, counted: bool) -> int:
        """Write the registers of one block; returns the group that it will run in."""
        driver, words = self._driver(part.block), part.words
        await driver.load_shared(part)
        if self._draw(self._knobs.read_back) and not self._is_running(part.block):
            await driver.read_shared(part)
        return await driver.prepare(with_counting(driver.block, words, on=counted) if self._knobs.count else words)

    async def _serve(self) -> None:
        """Wait for an interrupt of a running job; look at what is done."""
        if self._draw(self._knobs.late):
            await self._target.host.pause(int(self._target.rng.integers(1, self._knobs.late_cycles + 1)))
        seen = await serve_some(self._target, {bit for running in self._running for bit in running.missing})
        for running in self._running:
            running.missing -= seen
        ended = [running for running in self._running if not running.missing]
        self._running = [running for running in self._running if running.missing]
        for running in ended:
            self._done.add(running.job)
            if self._draw(self._knobs.look):
                await self._look(running)

    async def _look(self, ended: RunningJob) -> None:
        """Read what a job's blocks say of its groups, now and then of the others too: they shall keep their counts."""
        both = self._draw(self._knobs.count)
        for block, group in ended.groups.items():
            for shown in (group, 1 - group) if both else (group,):
                await self._driver(block).look(shown)

    def _driver(self, block: str) -> BlockDriver:
        if block not in self._drivers:
            self._drivers[block] = make_driver(self._target, block)
        return self._drivers[block]

    def _draw(self, probability: float) -> bool:
        """A draw, but none where the knob leaves no choice: plain programs take nothing from the generator."""
        return chance(self._target.rng, probability) if 0 < probability < 1 else probability >= 1
