"""What travels on the CSB."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pyuvm import uvm_sequence_item


class CsbItem(uvm_sequence_item):
    """One register access that a sequence asks for.

    Attributes:
        address: byte address.
        write: a write, else a read.
        data: what to write; after a read, what was read.
        posted: a posted write is not answered; a non-posted one waits for its answer.
        failure: why the access did not come to its end (given up, or cut off by a reset); empty if it did.
    """

    def __init__(self, address: int, *, write: bool, data: int = 0, posted: bool = True) -> None:
        super().__init__("csb")
        self.address = address
        self.write = write
        self.data = data
        self.posted = posted
        self.failure = ""

    def withdraw(self, why: str) -> None:
        """Nobody waits for it any more; the driver, which may wait for it, goes on."""
        self.failure = self.failure or f"CSB {self} {why}"
        self.item_ready.set()

    @property
    def answered(self) -> bool:
        """Whether the access has an answer to wait for."""
        return not (self.write and self.posted)

    def __str__(self) -> str:
        if not self.write:
            return f"read {self.address:#07x}"
        return f"{'write' if self.posted else 'non-posted write'} {self.address:#07x} {self.data:#010x}"


class CsbEvent(StrEnum):
    """What the CSB monitor saw."""

    WRITE = "write"  # a write request was accepted
    READ = "read"  # a read request was accepted
    READ_DATA = "read data"  # the answer to the oldest read that has none
    WRITE_COMPLETE = "write complete"  # the answer to the oldest non-posted write that has none


@dataclass(frozen=True, slots=True)
class CsbObservation:
    """One thing that happened on the CSB pins.

    Attributes:
        event: what it was.
        address: byte address of the request that it is or answers.
        data: data written or read.
        posted: for a write request, whether it was a posted one.
        time_ns: when the clock edge took it.
        request_time_ns: for an answer, when its request was taken; else equal to `time_ns`.
    """

    event: CsbEvent
    address: int
    data: int
    posted: bool
    time_ns: float
    request_time_ns: float
