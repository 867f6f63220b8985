"""What monitors of register buses publish."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from models.registers import WORD_BYTES

ALL_BYTES = (1 << WORD_BYTES) - 1
"""The strobe of a write to the whole register."""


class RegisterEvent(StrEnum):
    """What happened on a register bus."""

    WRITE = "write"  # a write request was accepted
    READ = "read"  # a read request was accepted
    READ_DATA = "read data"  # the answer to the oldest read that has none
    WRITE_COMPLETE = "write complete"  # the answer to the oldest non-posted write that has none


@dataclass(frozen=True, slots=True)
class RegisterObservation:
    """One thing that happened on a register bus.

    Attributes:
        event: what it was.
        address: byte address of the request that it is or answers.
        data: data written or read.
        posted: for a write request, whether it was a posted one, which has no answer.
        time_ns: when the clock edge took it.
        request_time_ns: for an answer, when its request was taken; else equal to `time_ns`.
        strobe: for a write request, the bytes that it writes, a bit each.
        refused: for an answer, whether it says that the access failed: then data mean nothing.
    """

    event: RegisterEvent
    address: int
    data: int
    posted: bool
    time_ns: float
    request_time_ns: float
    strobe: int = ALL_BYTES
    refused: bool = False
