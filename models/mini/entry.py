"""A descriptor in the ring: what the device runs, as rules judge it and messages print it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.layer import Claim
from models.memory.footprint import Fetched, Footprint, StreamId
from models.memory.stretch import stretch
from models.mini.config import MEMORY, SCRATCH, MiniConfig
from models.mini.descriptor import DESCRIPTOR_BYTES, STATUS_WORD, WORD_BYTES, Opcode, Operation
from models.mini.ring import slot_of

FETCH_ID, LOAD_ID, STORE_ID, STATUS_ID = range(4)
"""Ids on the memory port."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One descriptor of the ring.

    Attributes:
        operation: what it says.
        address: where it lies.
        reserved: whether a bit is set that has no field.
    """

    operation: Operation
    address: int
    reserved: bool = False

    def inputs(self, config: MiniConfig) -> Sequence[Footprint]:
        """What it reads once it is known: bytes in memory, or places in the scratch memory."""
        operation = self.operation
        if any(operation.faults(config)):
            return ()
        if operation.opcode == Opcode.LOAD:
            return (self._moved(LOAD_ID, "source"),)
        names = ("a",) if operation.opcode == Opcode.STORE else ("a", "b", "c")
        return tuple(self._place(name) for name in names)

    def output(self, config: MiniConfig) -> Footprint | None:
        """What it writes beside its status; None: nothing."""
        operation = self.operation
        if any(operation.faults(config)):
            return None
        if operation.opcode == Opcode.STORE:
            return self._moved(STORE_ID, "destination")
        return self._place("a" if operation.opcode == Opcode.LOAD else "out")

    def status(self) -> Footprint | None:
        """The word into which it writes its status; None: it writes none."""
        if not self.operation.write_status:
            return None
        begin = self.address + STATUS_WORD * WORD_BYTES
        return stretch(StreamId(MEMORY, STATUS_ID), begin, WORD_BYTES, "status")

    def explain(self) -> tuple[str, ...]:
        """The descriptor, for messages."""
        return (f"descriptor at {self.address:#x}", *self.operation.explain())

    def _moved(self, axi_id: int, label: str) -> Footprint:
        operation = self.operation
        return stretch(StreamId(MEMORY, axi_id), operation.address, operation.length, label)

    def _place(self, name: str) -> Footprint:
        begin = getattr(self.operation, name)
        return stretch(StreamId(SCRATCH, 0), begin, self.operation.length, name)


def fetch(address: int) -> Footprint:
    """The bytes of a descriptor."""
    return stretch(StreamId(MEMORY, FETCH_ID), address, DESCRIPTOR_BYTES, "descriptor")


def entry_of(claim: Claim, fetched: Sequence[Fetched]) -> Entry:
    """The descriptor that a claim has fetched, as its first stretch."""
    data = fetched[0].data
    return Entry(Operation.decode(data), slot_of(claim).address, reserved=Operation.has_reserved_bits(data))
