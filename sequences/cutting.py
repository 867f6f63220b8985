"""A host that stops a sequence while what it started runs, so that something else can happen to it: a reset."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import numpy as np

from models.registers import Register
from sequences.host import Access, Host
from sequences.passing import PassingHost


class CutError(Exception):
    """The sequence was stopped where that was wanted."""


class CuttingHost(PassingHost):
    """Passes everything on to another host until an interrupt is waited for: then it stops the sequence.

    Args:
        host: the host that really does it.
        waits: which wait for an interrupt it is, from 1; the ones before it are passed on.
        cycles: of the accelerator's clock, from there to the stop.
    """

    def __init__(self, host: Host, waits: int, cycles: int) -> None:
        super().__init__(host)
        self._waits, self._cycles = waits, cycles

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high.

        Raises:
            CutError: it is time to stop.
        """
        self._waits -= 1
        if not self._waits:
            await self.pause(self._cycles)
            raise CutError
        await super().wait_interrupt()


class AccessCuttingHost(PassingHost):
    """Passes everything on until so many registers were written or read, or looked at: then it stops the sequence.

    Args:
        host: the host that really does it.
        accesses: how many are passed on; a wait for an interrupt counts as one.
        cycles: of the accelerator's clock, from there to the stop.
    """

    def __init__(self, host: Host, accesses: int, cycles: int) -> None:
        super().__init__(host)
        self._accesses, self._cycles = accesses, cycles

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:
        """Write a register.

        Raises:
            CutError: it is time to stop.
        """
        await self._count()
        await super().write(register, data, posted=posted)

    async def read(self, register: Register | int) -> int:
        """Read a register.

        Raises:
            CutError: it is time to stop.
        """
        await self._count()
        return await super().read(register)

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses, which are passed on together.

        Raises:
            CutError: it is time to stop.
        """
        await self._count(len(accesses))
        return await super().access(accesses)

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high.

        Raises:
            CutError: it is time to stop.
        """
        await self._count()
        await super().wait_interrupt()

    async def _count(self, accesses: int = 1) -> None:
        self._accesses -= accesses
        if self._accesses < 0:
            if self._cycles:
                await self.pause(self._cycles)
            raise CutError


async def play_until_cut(
    host: Host,
    rng: np.random.Generator,
    play: Callable[[Host], Awaitable[None]],
    *,
    accesses_at_most: int,
    cycles_at_most: int,
) -> None:
    """Play until any moment; what is shorter may have ended.

    Args:
        host: the host that really does it.
        rng: draws the moment.
        play: plays something with a host.
        accesses_at_most: how many are passed on, from 1.
        cycles_at_most: from there to the stop, from 1.
    """
    accesses, cycles = (int(rng.integers(1, most + 1)) for most in (accesses_at_most, cycles_at_most))
    with suppress(CutError):
        await play(AccessCuttingHost(host, accesses, cycles))
