"""The processor's side of an accelerator: what stimulus may do, wherever it is played.

A sequence is written once against `Host` and plays on the numpy device alone as well as on a test bench with RTL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from models.registers import Register

POLL_CYCLES = 16
"""Cycles of the accelerator's clock between two polls."""


class HangError(Exception):
    """What was waited for did not come; the message names unit, group and interrupt."""


class RefusedError(Exception):
    """Something was started that the reference cannot compute: what follows cannot be checked."""


class BrokenRuleError(Exception):
    """A program broke a rule of the architecture that nobody announced; the message names it, and where it stands."""


def address_of(register: Register | int) -> int:
    """The byte address of a register, which hosts are given as itself or as its address."""
    return register if isinstance(register, int) else register.address


@dataclass(frozen=True, slots=True)
class Access:
    """One of several register accesses.

    Attributes:
        register: the register, or its byte address.
        data: what to write; None: a read.
        posted: of a write: nobody waits for its answer.
    """

    register: Register | int
    data: int | None = None
    posted: bool = True


class Host(Protocol):
    """A processor with registers, an interrupt line and a back door to the accelerator's memories."""

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:
        """Write a register, given itself or its byte address."""

    async def read(self, register: Register | int) -> int:
        """Read a register, given itself or its byte address."""

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses, as close behind each other as the bus takes them; returns what each read, 0 for writes."""

    async def wait_interrupt(self) -> None:
        """Return when the interrupt pin is high.

        Raises:
            HangError: it did not rise within the watchdog's time.
        """

    async def pause(self, cycles: int = POLL_CYCLES) -> None:
        """Let cycles of the accelerator's clock pass, at least one; where there is no clock, just some time."""

    async def drain(self) -> None:
        """Return when every started layer has put its results into memory.

        Raises:
            HangError: a layer did not within the watchdog's time.
        """

    def interrupt_level(self) -> bool:
        """Whether the interrupt pin is high now."""

    def why_waiting(self) -> str:
        """What is in flight, and what may be why something does not come: the end of a message, empty or with a `;`."""

    def load(self, port: str, address: int, data: NDArray[np.uint8]) -> None:
        """Put bytes into a memory through the back door."""

    def dump(self, port: str, address: int, size_bytes: int) -> NDArray[np.uint8]:
        """Bytes of a memory through the back door."""


async def one_by_one(host: Host, accesses: Sequence[Access]) -> list[int]:
    """Several accesses, each when the one before it is done."""
    read: list[int] = []
    for item in accesses:
        if item.data is None:
            read.append(await host.read(item.register))
        else:
            await host.write(item.register, item.data, posted=item.posted)
            read.append(0)
    return read
