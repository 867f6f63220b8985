"""A host that remembers what a sequence did, so that it can be written down and played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.registers import Register
from sequences.host import Access, Host, address_of, one_by_one
from sequences.passing import PassingHost


class UnwritableError(Exception):
    """The form that a trace is to have cannot say what was done."""


@dataclass(frozen=True, slots=True)
class RecordedLoad:
    """Bytes that were put into a memory."""

    port: str
    address: int
    data: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class RecordedWrite:
    """A register write."""

    address: int
    data: int


@dataclass(frozen=True, slots=True)
class RecordedRead:
    """A register read and what it gave."""

    address: int
    data: int


@dataclass(frozen=True, slots=True)
class RecordedWait:
    """The interrupt was waited for."""


@dataclass(frozen=True, slots=True)
class RecordedPoll:
    """A register read that a trace repeats until its bits of `mask` are those of `data`: made of a read."""

    address: int
    mask: int
    data: int


Recorded = RecordedLoad | RecordedWrite | RecordedRead | RecordedWait | RecordedPoll


class RecordingHost(PassingHost):
    """Passes everything on to another host and keeps it in `commands`.

    Args:
        host: the host that really does it.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.commands: list[Recorded] = []

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:
        """Write a register."""
        self.commands.append(RecordedWrite(address_of(register), data))
        await super().write(register, data, posted=posted)

    async def read(self, register: Register | int) -> int:
        """Read a register."""
        data = await super().read(register)
        self.commands.append(RecordedRead(address_of(register), data))
        return data

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses: a trace has them one after the other, so they are made so."""
        return await one_by_one(self, accesses)

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high."""
        self.commands.append(RecordedWait())
        await super().wait_interrupt()

    def load(self, port: str, address: int, data: NDArray[np.uint8]) -> None:
        """Put bytes into a memory."""
        self.commands.append(RecordedLoad(port, address, data.copy()))
        super().load(port, address, data)
