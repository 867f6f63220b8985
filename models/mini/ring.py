"""The ring's registers: whose turn it is, and what reads may show (docs/mini/README.md, 'Registers')."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from models.blocks.interrupts import InterruptBlock
from models.layer import Claim, End, EndKind
from models.mini.descriptor import DESCRIPTOR_BYTES
from models.prediction import Prediction
from models.registers import Block, Register

RING = "RING"
LINES = {"irq_done": ("DONE",), "irq_error": ("ERROR",)}
"""The status bits that each interrupt line shows."""
SATURATED = "SATURATED"
PLACE = ("RING_BASE_LOW", "RING_BASE_HIGH", "RING_SIZE")
"""What says where the ring is: locked while it works."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A descriptor's place in the ring: what a claim knows before it has fetched anything.

    Attributes:
        index: which one it is.
        address: where it lies.
    """

    index: int
    address: int


@dataclass(frozen=True, slots=True)
class RingWrite:
    """A write to one of the ring's registers: what the rules of programs are about.

    Attributes:
        register: its name.
        data: the word.
        last: index of the ring's last descriptor.
        enabled: whether the ring may run.
        running: whether a descriptor may run.
        waiting: whether one is there to run.
    """

    register: str
    data: int = 0
    last: int = 0
    enabled: bool = False
    running: bool = False
    waiting: bool = False

    @property
    def moves(self) -> bool:
        """Whether it would move a ring that works."""
        return self.register in PLACE and (self.enabled or self.running)

    @property
    def stops(self) -> bool:
        """Whether it would stop a ring that works: then nobody knows which descriptors still run."""
        return self.register == "CONTROL" and not self.data and (self.running or (self.enabled and self.waiting))

    @property
    def beyond(self) -> bool:
        """Whether it names a descriptor that the ring has not."""
        return self.register == "TAIL" and self.data > self.last


class RingBlock(InterruptBlock):
    """The ring's registers, and its descriptors that run.

    A descriptor may be fetched as soon as the one before may have retired, before anybody has seen that.
    """

    def __init__(self, block: Block) -> None:
        super().__init__(block, "INTR_STATUS", "INTR_MASK", LINES)

    def reset(self) -> None:
        """An empty ring."""
        super().reset()
        self.running: deque[Claim] = deque()  # descriptors that may not have retired, oldest first
        self.next = 0  # index of the descriptor that claims next
        self._last: tuple[Claim, ...] = ()  # the descriptor that claimed last, whatever became of it
        self._started_by = 0
        self._saturated = 0

    def asked(self, register: Register, data: int) -> RingWrite:
        """What a write asks for now."""
        return RingWrite(
            register.name,
            data & register.write_mask,
            self.values["RING_SIZE"],
            enabled=bool(self.values["CONTROL"]),
            running=bool(self.running),
            waiting=self.next != self.values["TAIL"],
        )

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; what moves the ring while it works is ignored, and an index beyond it."""
        asked = self.asked(register, data)
        if asked.moves or asked.beyond:
            return
        super().write(register, data, number)
        if register.name == "RING_SIZE":
            self.next = self.values["TAIL"] = 0
        if register.name in ("TAIL", "CONTROL"):
            self._started_by = number

    def claims(self) -> Iterator[Claim]:
        """Descriptors whose turn it is, one behind the other."""
        while self._may_run():
            index = self.next
            self.next = 0 if index == self.values["RING_SIZE"] else index + 1
            slot = Slot(index, self.base + DESCRIPTOR_BYTES * index)
            writers = {(0, name): number for name, number in self.writers.items()}
            claim = Claim(RING, f"descriptor {index}", slot, writers, self._started_by, after=self._last)
            self._last = (claim,)
            self.running.append(claim)
            yield claim

    @property
    def base(self) -> int:
        """Where the ring begins."""
        return self.values["RING_BASE_HIGH"] << 32 | self.values["RING_BASE_LOW"]

    def predict(self, register: Register) -> Prediction:
        """What a read may return now: before or after each descriptor that may have retired."""
        if register.name not in ("HEAD", "STATUS", SATURATED):
            return super().predict(register)
        first, *others = (self._shown(register, retired) for retired in range(self._may_have_retired() + 1))
        for other in others:
            first = first.widen(other)
        return first

    def observe(self, register: Register, word: int) -> Iterable[End]:
        """HEAD shows how many descriptors have retired."""
        if register.name != "HEAD":
            return super().observe(register, word)
        for retired in range(self._may_have_retired() + 1):
            if self._shown(register, retired).mismatch(word) is None:
                return [claim.free for claim in list(self.running)[:retired]]
        return []

    def ended(self, end: End) -> None:
        """A descriptor has retired, and with it those before it."""
        if end.kind is EndKind.FREE:
            while end.claim in self.running:
                self._saturated = _saturated(self.running.popleft(), self._saturated)

    def _may_run(self) -> bool:
        """Whether a descriptor is there, and the one before may have retired."""
        there = self.values["CONTROL"] and self.next != self.values["TAIL"]
        return bool(there) and (not self.running or self.running[-1].free.allowed)

    def _may_have_retired(self) -> int:
        """How many of those that run may have retired."""
        return sum(claim.free.allowed for claim in self.running)

    def _shown(self, register: Register, retired: int) -> Prediction:
        """What one of the registers shows once so many of those that run have retired."""
        left = list(self.running)[retired:]
        if register.name == "HEAD":
            return Prediction(register, slot_of(left[0]).index if left else self.next)
        if register.name == "STATUS":
            waits = self.values["CONTROL"] and self.next != self.values["TAIL"]
            return Prediction(register, int(bool(left or waits)))
        count = self._saturated
        for claim in list(self.running)[:retired]:
            count = _saturated(claim, count)
        return Prediction(register, count)


def slot_of(claim: Claim) -> Slot:
    """Where a claim's descriptor lies."""
    assert isinstance(claim.settings, Slot)
    return claim.settings


def _saturated(claim: Claim, before: int) -> int:
    """What SATURATED holds once a descriptor has retired."""
    return before if claim.layer is None else claim.layer.statuses.get((RING, SATURATED), before)
