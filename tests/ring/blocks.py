"""The registers of the device, and what they do."""

from models.blocks.interrupts import InterruptBlock
from models.blocks.register_block import RegisterBlock
from models.layer import Claim, EndKind
from models.prediction import Prediction
from models.registers import Behaviour, ReadKind
from tests.made_devices import BLOCK_BYTES, READ_ONLY, made_block, made_map
from tests.ring.commands import COMMAND_BYTES, RAM, SCRATCH, Filling

RING, FILL = "RING", "FILL"
DONE_LINE, ERROR_LINE = "irq_done", "irq_error"
LINES = {DONE_LINE: ("DONE",), ERROR_LINE: ("ERROR",)}


def register_map():
    bits = ("DONE", 0, 1), ("ERROR", 1, 1)
    ring = made_block(
        RING,
        0x0,
        ("BASE", ("ADDRESS", 0, 32), {}),
        ("TAIL", ("INDEX", 0, 16), {}),
        ("HEAD", ("INDEX", 0, 16), {"read": ReadKind.ONE_OF, **READ_ONLY}),
        ("INTR_STATUS", *bits, {"read": ReadKind.ONE_OF, "behaviour": Behaviour.WRITE_ONE_TO_CLEAR}),
        ("INTR_MASK", *bits, {}),
    )
    fill = made_block(
        FILL,
        BLOCK_BYTES,
        ("ADDRESS", ("ADDRESS", 0, 32), {}),
        ("LENGTH", ("WORDS", 0, 8), {}),
        ("MEMORY", ("SCRATCH", 0, 1), {}),
        ("START", ("START", 0, 1), {"behaviour": Behaviour.TRIGGER}),
    )
    return made_map("ring", ring, fill)


class RingBlock(InterruptBlock):
    """The ring: a command claims when the one before it may have ended."""

    def __init__(self, block):
        super().__init__(block, "INTR_STATUS", "INTR_MASK", LINES)

    def reset(self):
        super().reset()
        self.head = 0  # commands that have ended for certain
        self.running = []
        self.last = None

    def claims(self):
        while self.head + len(self.running) < self.values["TAIL"] and self._free:
            number = self.head + len(self.running)
            at = self.values["BASE"] + number * COMMAND_BYTES
            before = () if self.last is None else (self.last,)
            self.last = Claim(RING, f"command {number}", at, started_by=self.writers["TAIL"], after=before)
            self.running.append(self.last)
            yield self.last

    @property
    def _free(self):
        return all(claim.free.allowed and not claim.refused for claim in self.running)

    def predict(self, register):
        if register.name != "HEAD":
            return super().predict(register)
        heads = {self.head + number for number in range(len(self.running) + 1) if self._may_have_ended(number)}
        return Prediction(register, self.head, {"INDEX": frozenset(heads)})

    def observe(self, register, word):
        if register.name != "HEAD":
            return super().observe(register, word)
        return [claim.free for claim in self.running[: word - self.head]]

    def _may_have_ended(self, count):
        return all(claim.free.allowed for claim in self.running[:count])

    def ended(self, end):
        if end.kind is EndKind.FREE and end.claim in self.running:
            self.running.remove(end.claim)
            self.head += 1


class FillBlock(RegisterBlock):
    """Starts what registers say."""

    def reset(self):
        super().reset()
        self.started = []
        self.count = 0

    def write(self, register, data, number):
        super().write(register, data, number)
        if register.name == "START":
            port = SCRATCH if self.values["MEMORY"] else RAM
            filling = Filling(port, self.values["ADDRESS"], self.values["LENGTH"])
            writers = {(0, name): by for name, by in self.writers.items()}
            self.started.append(Claim(FILL, f"run {self.count}", filling, writers, number))
            self.count += 1

    def claims(self):
        while self.started:
            yield self.started.pop(0)
