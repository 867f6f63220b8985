"""The registers: all blocks but that of the interrupts have the same."""

from collections import deque

from models.blocks.interrupts import InterruptBlock
from models.blocks.register_block import RegisterBlock
from models.layer import Claim, EndKind
from models.prediction import Prediction
from models.registers import Behaviour, ReadKind
from tests.made_devices import BLOCK_BYTES, READ_ONLY, made_block, made_map

BLOCKS = ("SUM_READ", "SUM_TURN", "SUM", "MOVE_READ", "MOVE", "PACK")
BITS = ("DATA_READ", "WEIGHTS_READ", "SUM_DONE", "MOVE_DONE", "PACK_DONE", "SPARE")


def register_map():
    words = (("ADDRESS", 0, 32), {})
    units = [
        made_block(
            name,
            BLOCK_BYTES * number,
            ("SIZE", ("CHUNKS", 0, 8), {}),
            ("SOURCE", *words),
            ("WEIGHTS", *words),
            ("TARGET", *words),
            ("MODE", ("FED", 0, 1), ("FEEDS", 1, 1), ("COMPARES", 2, 1), ("PRECISION", 4, 2), {}),
            ("START", ("START", 0, 1), {"behaviour": Behaviour.TRIGGER}),
            ("RUNNING", ("COUNT", 0, 8), {"read": ReadKind.ONE_OF, **READ_ONLY}),
            ("RESULT", ("VALUE", 0, 32), {"read": ReadKind.FINAL, **READ_ONLY}),
        )
        for number, name in enumerate(BLOCKS)
    ]
    bits = [(name, low, 1) for low, name in enumerate(BITS)]
    interrupts = made_block(
        "INTERRUPTS",
        BLOCK_BYTES * len(BLOCKS),
        ("STATUS", *bits, {"read": ReadKind.ONE_OF, "behaviour": Behaviour.WRITE_ONE_TO_CLEAR}),
        ("MASK", *bits, {}),
        ("SET", *bits, {"behaviour": Behaviour.PULSE}),
    )
    return made_map("toy", *units, interrupts)


def interrupt_block(registers):
    return InterruptBlock(registers.INTERRUPTS, "STATUS", "MASK", {"irq": BITS})


class QueueBlock(RegisterBlock):
    """What software starts waits until what was started before it may have ended."""

    def reset(self):
        super().reset()
        self.count = 0
        self.waiting, self.running = deque(), []
        self.result = 0  # None: nobody knows it

    def write(self, register, data, number):
        super().write(register, data, number)
        if register.name == "START":
            writers = {(0, name): by for name, by in self.writers.items()}
            self.waiting.append(Claim(self.block.name, f"run {self.count}", dict(self.values), writers, number))
            self.count += 1

    def claims(self):
        while self.waiting and all(claim.free.allowed for claim in self.running):
            self.running.append(self.waiting.popleft())
            self.result = None
            yield self.running[-1]

    def predict(self, register):
        if register.name == "RUNNING":
            there = len(self.running) + len(self.waiting)
            counts = {there - ended for ended in range(len(self.running) + 1) if self._may_have_ended(ended)}
            return Prediction(register, there, {"COUNT": frozenset(counts)})
        if register.name == "RESULT":
            return Prediction(register, self.result or 0, known=self.result is not None)
        return super().predict(register)

    def observe(self, register, word):
        if register.name != "RUNNING":
            return ()
        return [claim.free for claim in self.running[: len(self.running) + len(self.waiting) - word]]

    def ended(self, end):
        if end.kind is EndKind.FREE and end.claim in self.running:
            self.running.remove(end.claim)
            layer = end.claim.layer
            self.result = layer.statuses.get((self.block.name, "RESULT")) if layer else None

    def _may_have_ended(self, count):
        return all(claim.free.allowed for claim in self.running[:count])
