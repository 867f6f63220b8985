"""The queue: jobs and ends of sequences, one behind the other (docs/vipnano/README.md, 'Jobs')."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from models.blocks.register_block import RegisterBlock
from models.layer import Cause, Claim, End, EndKind
from models.registers import Block, Register
from models.vipnano.config import VipnanoConfig

HOST, NN, TP, PS = "HOST", "NN", "TP", "PS"
"""The blocks whose claims the queue has: ends of sequences, jobs of the two units; and its own."""
UNIT_OF = {"NN_INST_ADDR": NN, "TP_INST_ADDR": TP, "SEQUENCE_END": HOST}
"""Whose claim a write of a state becomes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is in the queue.

    Attributes:
        unit: the block whose claim it becomes.
        value: address of a job's structure, or the number of a sequence.
        started_by: number of the register write.
    """

    unit: str
    value: int
    started_by: int


@dataclass(frozen=True, slots=True)
class QueueWrite:
    """A write that queues something: what rules of register writes are about.

    Attributes:
        register: name of the state.
        full: whether the queue may have no room for it.
    """

    register: str
    full: bool = False


class Queue(RegisterBlock):
    """The states that queue jobs, and what is in the queue.

    Attributes:
        at_work: claims that have begun and may not have been seen to end, oldest first.
        ended_jobs: jobs that were seen to end.
    """

    def __init__(self, block: Block, config: VipnanoConfig) -> None:
        self._slots = config.queue_slots
        super().__init__(block)

    def reset(self) -> None:
        """Nothing waits, nothing is at work."""
        super().reset()
        self.at_work: deque[Claim] = deque()
        self.ended_jobs = 0
        self._waiting: deque[Entry] = deque()
        self._last: tuple[Claim, ...] = ()
        self._begun = 0

    def asked(self, register: Register, data: int) -> QueueWrite:  # noqa: ARG002 - whatever is queued
        """What a write asks for now."""
        return QueueWrite(register.name, self.room(0) == 0)

    def write(self, register: Register, data: int, number: int) -> None:
        """Queue a job or the end of a sequence; where there is no room, nothing happens."""
        if self.room(0) == 0:
            return
        super().write(register, data, number)
        unit = UNIT_OF[register.name]
        value = register.fields["NUMBER"].get(data) if unit == HOST else data & register.fields["ADDRESS"].mask
        self._waiting.append(Entry(unit, value, number))

    def claims(self) -> Iterator[Claim]:
        """What has its turn, one behind the other."""
        while self._waiting and self._is_idle():
            entry = self._waiting.popleft()
            self._begun += 1
            what = f"end of sequence {entry.value}" if entry.unit == HOST else f"job {self._begun}"
            writers = {(0, name): number for name, number in self.writers.items()}
            claim = Claim(entry.unit, what, entry, writers, entry.started_by, after=self._last)
            if entry.unit == HOST:
                claim.raises(f"E{entry.value}", Cause.STARTED, frees=True)
            self._last = (claim,)
            self.at_work.append(claim)
            yield claim

    def ended(self, end: End) -> None:
        """Something has ended, and what was before it."""
        if end.kind is EndKind.FREE:
            while end.claim in self.at_work:
                self.ended_jobs += self.at_work.popleft().block != HOST

    def may_have_ended(self) -> int:
        """How many of those at work may have ended."""
        return sum(claim.free.allowed for claim in self.at_work)

    def jobs(self, come: int) -> int:
        """Jobs that have ended once so many of those at work have."""
        return self.ended_jobs + sum(claim.block != HOST for claim in list(self.at_work)[:come])

    def room(self, come: int) -> int:
        """What the queue has room for once so many of those at work have ended."""
        left = len(self.at_work) - come + len(self._waiting)
        return self._slots - max(left - 1, 0)

    def busy(self, come: int) -> bool:
        """Whether something has not ended once so many of those at work have."""
        return come < len(self.at_work) or bool(self._waiting)

    def _is_idle(self) -> bool:
        """Whether the one before may have ended; one that hangs never does."""
        return not self.at_work or self.at_work[-1].free.allowed


def entry_of(claim: Claim) -> Entry:
    """What was queued."""
    assert isinstance(claim.settings, Entry)
    return claim.settings
