"""A host that passes everything on to another one: what watches or stops a sequence changes some of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from models.registers import Register
from sequences.host import POLL_CYCLES, Access, Host


class PassingHost:
    """Passes everything on.

    Args:
        host: the host that really does it.
    """

    def __init__(self, host: Host) -> None:
        self._host = host

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:
        """Write a register."""
        await self._host.write(register, data, posted=posted)

    async def read(self, register: Register | int) -> int:
        """Read a register."""
        return await self._host.read(register)

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses."""
        return await self._host.access(accesses)

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high."""
        await self._host.wait_interrupt()

    async def pause(self, cycles: int = POLL_CYCLES) -> None:
        """Let some time pass."""
        await self._host.pause(cycles)

    async def drain(self) -> None:
        """Return when every started layer has put its results into memory."""
        await self._host.drain()

    def interrupt_level(self) -> bool:
        """Whether the interrupt pin is high now."""
        return self._host.interrupt_level()

    def why_waiting(self) -> str:
        """What may be why something does not come."""
        return self._host.why_waiting()

    def load(self, port: str, address: int, data: NDArray[np.uint8]) -> None:
        """Put bytes into a memory."""
        self._host.load(port, address, data)

    def dump(self, port: str, address: int, size_bytes: int) -> NDArray[np.uint8]:
        """Bytes of a memory."""
        return self._host.dump(port, address, size_bytes)
