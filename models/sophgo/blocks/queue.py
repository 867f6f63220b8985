"""The registers of a queue: how far it is, and where it stopped (docs/sophgo/README.md, 'Registers')."""

from __future__ import annotations

from models.blocks.register_block import RegisterBlock
from models.prediction import Prediction
from models.registers import Block, Register
from models.sophgo.blocks.mailbox import Completion, Mailbox, completion_of
from models.sophgo.words.description import Queue


class QueueBlock(RegisterBlock):
    """What a queue shows of the kernel that runs or ran last.

    Args:
        block: the block.
        mailbox: knows the kernels.
    """

    def __init__(self, block: Block, mailbox: Mailbox) -> None:
        self._queue, self._mailbox = Queue(block.name), mailbox
        super().__init__(block)

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        mailbox, queue = self._mailbox, self._queue
        done = [mailbox.held, *map(completion_of, mailbox.completions)]
        if register.name == "STOPPED":
            return self._stopped(register, done)
        works = mailbox.works
        if register.name == "STATE":
            busy = range(2) if works or len(done) > 1 else range(1)
            return Prediction(register, 0, {"BUSY": busy})
        running = mailbox.running
        reached = [item.finished[queue] for item in done]
        if running is None and not works and len(done) == 1:
            return Prediction(register, reached[0])
        had_turn = 0 if running is None else len(running.claims[queue])
        return Prediction(register, 0, {"ID": range(max([had_turn, *reached]) + 1)})

    def _stopped(self, register: Register, done: list[Completion]) -> Prediction:
        """Where it stopped, before or after each completion that may have come."""
        shown = []
        for item in done:
            word, reason = item.stopped[self._queue]
            shown.append(Prediction(register, register.encode(WORD=word, REASON=reason)))
        first, *others = shown
        for other in others:
            first = first.widen(other)
        return first
