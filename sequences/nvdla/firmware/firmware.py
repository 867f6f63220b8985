"""NVDLA's firmware: how jobs are written into groups, in which order these are enabled, and which jobs go in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from models.nvdla.programming import BlockProgram
from sequences.draw import chance
from sequences.firmware.scheduler import RunningJob, Scheduler, SchedulerKnobs
from sequences.nvdla.firmware.counting import with_counting
from sequences.nvdla.firmware.drivers import BlockDriver, Words
from sequences.nvdla.firmware.enabling import any_order, guide_order
from sequences.nvdla.firmware.jobs import Job
from sequences.nvdla.firmware.make import make_driver
from sequences.nvdla.firmware.serve import serve_some
from sequences.nvdla.target import NvdlaTarget


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmwareKnobs(SchedulerKnobs):
    """How the firmware goes about it; `together` is not for BDMA, which gathers operations for one group at a time.

    Attributes:
        any_order: how often the blocks of a job are enabled in any order, but for those of a convolution among
            themselves; else the last of the pipeline first.
        count: how often a job's stalls are counted, and how often both groups' counts are read when one is done; 0:
            counting stays as it is.
        read_back: how often some entries of look-up tables are read back before a layer starts that uses them.
        rush: how often a job is written without a look at its groups, whose interrupts have come: one register after
            the other, as fast as the CSB takes them, and the next job right behind it.
        polling: how often the status is looked at again and again, in place of waiting for the interrupt pin.
        masked: how often interrupts are masked while layers run, all or some, until they are served; where the status
            is polled, for longer.
    """

    any_order: float = 0.0
    count: float = 0.0
    read_back: float = 0.0
    rush: float = 0.0
    polling: float = 0.0
    masked: float = 0.0


IN_ANY_ORDER = FirmwareKnobs(any_order=1.0, late=0.5, hold_back=0.3, count=0.3)
"""Blocks are enabled in any order, interrupts served late, layers now and then played one by one and counted."""
COUNTED = FirmwareKnobs(count=1.0)
"""Every layer's stalls are counted, and both groups' counts read behind it."""


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


class Firmware(Scheduler[Job, int]):
    """Plays jobs on a target whose units are idle.

    It remembers what it wrote into look-up tables, and writes them again only where they differ: nobody else may write
    them, and it does not outlive a reset.

    Args:
        target: where to play.
        knobs: how to go about it.
    """

    def __init__(self, target: NvdlaTarget, knobs: FirmwareKnobs) -> None:
        super().__init__(target.host, target.rng, knobs)
        self._target, self._knobs = target, knobs
        self._drivers: dict[str, BlockDriver] = {}
        self._mask = 0

    def driver(self, block: str) -> BlockDriver:
        """What programs a block."""
        if block not in self._drivers:
            self._drivers[block] = make_driver(self._target, block)
        return self._drivers[block]

    def in_turn(self, job: Job, waiting: Sequence[Job]) -> bool:
        """Whether no row of convolutions is kept from starting."""
        return in_turn(job, waiting)

    def may_write(self, job: Job) -> bool:
        """Whether a job needs no other look-up tables than blocks at work have: these are written while one is idle."""
        return not any(
            self.driver(part.block).changes_shared(part) and self.is_running(part.block) for part in job.parts
        )

    async def prepare(self, job: Job) -> dict[str, int]:
        """Write the registers of all blocks of a job; returns the group that each will run in."""
        counted, look = self.draw(self._knobs.count), not self.draw(self._knobs.rush)
        return {part.block: await self._prepare(part, counted=counted, look=look) for part in job.parts}

    def order(self, blocks: Iterable[str]) -> list[str]:
        """The last of the pipeline first, or any order."""
        order = guide_order(blocks)
        return any_order(order, self._target.rng) if self.draw(self._knobs.any_order) else order

    async def play(self, jobs: Sequence[Job]) -> None:
        """Play jobs; return when all are done, their results are in memory and no interrupt is masked.

        Raises:
            HangError: an interrupt did not come.
        """
        await super().play(jobs)
        await self._write_mask(0)

    async def serve(self, missing: Collection[str]) -> set[str]:
        """Wait for an interrupt."""
        await self._write_mask(self._some_bits() if self.draw(self._knobs.masked) else 0)
        polling = self.draw(self._knobs.polling)
        if self._mask and not polling:
            await self._target.host.pause(int(self._target.rng.integers(1, self._knobs.late_cycles + 1)))
            await self._write_mask(0)
        return await serve_some(self._target, missing, polling=polling)

    async def look(self, ended: RunningJob[Job, int]) -> None:
        """Read what a job's blocks say of its groups, now and then of the others too: they shall keep their counts."""
        both = self.draw(self._knobs.count)
        for block, group in ended.instances.items():
            for shown in (group, 1 - group) if both else (group,):
                await self.driver(block).look(shown)

    async def _prepare(self, part: BlockProgram, *, counted: bool, look: bool) -> int:
        """Write the registers of one block; returns the group that it will run in."""
        driver = self.driver(part.block)
        words: Words = part.words
        await driver.load_shared(part)
        if self.draw(self._knobs.read_back) and not self.is_running(part.block):
            await driver.read_shared(part)
        words = with_counting(driver.block, words, on=counted) if self._knobs.count else words
        return await driver.prepare(words, look=look)

    def _some_bits(self) -> int:
        """All interrupts in half of the draws, else any."""
        rng, every = self._target.rng, self._target.registers.GLB.S_INTR_MASK.write_mask
        return every if chance(rng, 0.5) else int(rng.integers(1 << every.bit_length())) & every

    async def _write_mask(self, mask: int) -> None:
        if mask != self._mask:
            await self._target.host.write(self._target.registers.GLB.S_INTR_MASK, mask)
            self._mask = mask
