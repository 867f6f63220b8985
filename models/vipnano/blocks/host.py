"""What software learns of the device (docs/vipnano/README.md, 'Registers')."""

from __future__ import annotations

from collections.abc import Iterable

from models.blocks.interrupts import InterruptBlock
from models.layer import End
from models.prediction import Prediction
from models.registers import Block, Register
from models.vipnano.blocks.queue import Queue

LINES = {"irq": tuple(f"E{number}" for number in range(32))}
SHOWN = ("STATUS", "SLOTS", "ENDED")
COUNTS = 1 << 16


class Host(InterruptBlock):
    """Events, and how far the queue is.

    Args:
        block: the block.
        queue: the queue.
    """

    def __init__(self, block: Block, queue: Queue) -> None:
        self._queue = queue
        super().__init__(block, "INTR_STATUS", "INTR_MASK", LINES)

    def predict(self, register: Register) -> Prediction:
        """What a read may return now: before or after each end that may have come."""
        if register.name not in SHOWN:
            return super().predict(register)
        first, *others = (self._shown(register, come) for come in range(self._queue.may_have_ended() + 1))
        for other in others:
            first = first.widen(other)
        return first

    def observe(self, register: Register, word: int) -> Iterable[End]:
        """What shows how far the queue is proves that so many have ended."""
        if register.name not in SHOWN:
            return super().observe(register, word)
        most = self._queue.may_have_ended()
        come = next((come for come in range(most + 1) if self._shown(register, come).mismatch(word) is None), 0)
        return [end for claim in list(self._queue.at_work)[:come] for end in claim.ends]

    def ended(self, end: End) -> None:
        """The end of a sequence has come."""
        self._queue.ended(end)

    def _shown(self, register: Register, come: int) -> Prediction:
        """What a register shows once so many have ended."""
        queue = self._queue
        shown = {"STATUS": int(queue.busy(come)), "SLOTS": queue.room(come), "ENDED": queue.jobs(come) % COUNTS}
        return Prediction(register, shown[register.name])
