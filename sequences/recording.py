"""A host that remembers what a sequence did, so that it can be written down and played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.registers import Register
from sequences.host import POLL_CYCLES, Access, Host, address_of, one_by_one


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


Recorded = RecordedLoad | RecordedWrite | RecordedRead | RecordedWait


class RecordingHost:
    """Passes everything on to another host and keeps it in `commands`.

    Args:
        host: the host that really does it.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self.commands: list[Recorded] = []

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:
        """Write a register."""
        self.commands.append(RecordedWrite(address_of(register), data))
        await self._host.write(register, data, posted=posted)

    async def read(self, register: Register | int) -> int:
        """Read a register."""
        data = await self._host.read(register)
        self.commands.append(RecordedRead(address_of(register), data))
        return data

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses: a trace has them one after the other, so they are made so."""
        return await one_by_one(self, accesses)

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high."""
        self.commands.append(RecordedWait())
        await self._host.wait_interrupt()

    async def pause(self, cycles: int = POLL_CYCLES) -> None:
        """Let some time pass; nothing to remember."""
        await self._host.pause(cycles)

    async def drain(self) -> None:
        """Return when every started layer has put its results into memory; nothing to remember."""
        await self._host.drain()

    def interrupt_level(self) -> bool:
        """Whether the interrupt pin is high now."""
        return self._host.interrupt_level()

    def load(self, port: str, address: int, data: NDArray[np.uint8]) -> None:
        """Put bytes into a memory."""
        self.commands.append(RecordedLoad(port, address, data.copy()))
        self._host.load(port, address, data)

    def dump(self, port: str, address: int, size_bytes: int) -> NDArray[np.uint8]:
        """Bytes of a memory."""
        return self._host.dump(port, address, size_bytes)
