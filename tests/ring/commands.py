"""Commands in memory: what they say, and how software writes them."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from models.memory.footprint import StreamId
from models.memory.place import MemoryPlace
from models.memory.stretch import stretch

RAM, SCRATCH = "RAM", "SCRATCH"
COMMAND_BYTES, WORD_BYTES = 16, 4
FETCH_ID, READ_ID, WRITE_ID, STATUS_ID, FILL_ID = range(5)
FIELDS = {"OPERATION": 0, "FLAGS": 1, "LENGTH": 2, "ADDRESS": 4, "PLACE": 8, "STATUS": 12}
"""Where each stands in a command, in bytes."""
DONE_FLAG, STATUS_FLAG, ERROR_FLAG = 1, 2, 4
STATUS_WORD = 0x8000_0000


class Operation(IntEnum):
    """What a command does: moves words, adds 1 to each byte in place, or moves words that a pointer in memory names."""

    LOAD, STORE, ADD, GATHER = range(4)


def words_at(port, address, count, axi_id, label):
    """The footprint of some words."""
    return stretch(StreamId(port, axi_id), address, count, label, WORD_BYTES)


@dataclass(frozen=True, slots=True)
class Command:
    """A command; `at` is where it stands, `length` counts words, `address` is in memory, `place` in the scratch."""

    operation: Operation
    length: int
    address: int = 0
    place: int = 0
    flags: int = 0
    at: int = 0

    def encode(self):
        head = np.array([self.operation, self.flags, self.length, 0], np.uint8)
        return np.concatenate([head, np.array([self.address, self.place, 0], "<u4").view(np.uint8)])

    @classmethod
    def decode(cls, data, at):
        address, place, _ = (int(number) for number in data[4:].view("<u4"))
        return cls(Operation(int(data[0])), int(data[2]), address, place, int(data[1]), at)

    @property
    def places(self):
        """Where each part of it stands."""
        return {(0, name): MemoryPlace(RAM, self.at + offset) for name, offset in FIELDS.items()}

    @property
    def source(self):
        """What is read beside the command; of GATHER the pointer."""
        if self.operation is Operation.GATHER:
            return words_at(RAM, self.address, 1, READ_ID, "pointer")
        if self.operation is Operation.LOAD:
            return words_at(RAM, self.address, self.length, READ_ID, "input")
        return words_at(SCRATCH, self.place, self.length, 0, "input")

    @property
    def destination(self):
        """What is written beside the status word."""
        if self.operation is Operation.STORE:
            return words_at(RAM, self.address, self.length, WRITE_ID, "output")
        return words_at(SCRATCH, self.place, self.length, 0, "output")

    def explain(self):
        return (f"{self.operation.name} of {self.length} word(s), memory {self.address:#x}, scratch {self.place:#x}",)


@dataclass(frozen=True, slots=True)
class Filling:
    """What FILL is told."""

    port: str
    address: int
    length: int

    @property
    def destination(self):
        return words_at(self.port, self.address, self.length, FILL_ID, "output")

    def explain(self):
        return (f"fill {self.length} word(s) of {self.port} at {self.address:#x}",)
