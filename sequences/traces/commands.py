"""What a trace consists of, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, le
from pathlib import Path
from types import MappingProxyType

from models.memory.sparse import Bytes
from sequences.printable import printable

DEFAULT_POLL_TRIES = 50_000  # as of the public harness that the first traces were written for
COMPARES: Mapping[str, Callable[[int, int], bool]] = MappingProxyType({"==": eq, "<=": le, ">=": ge})


@dataclass(frozen=True, slots=True)
class WriteRegister:
    """Write a register at a byte address."""

    line: int
    address: int
    data: int


@dataclass(frozen=True, slots=True)
class ReadRegister:
    """Read a register until ``(value & mask) compare expected``.

    Attributes:
        compare: a key of `COMPARES`; numbers are unsigned.
        tries: how often at most; None: as the trace says for all.
    """

    line: int
    address: int
    mask: int
    compare: str
    expected: int
    tries: int | None = None

    def satisfied(self, value: int) -> bool:
        """Whether a value is what is read for."""
        return COMPARES[self.compare](value & self.mask, self.expected)


@dataclass(frozen=True, slots=True)
class WaitInterrupt:
    """Wait until the interrupt pin is high."""

    line: int


@dataclass(frozen=True, slots=True, eq=False)
class LoadMemory:
    """Put bytes into the memory behind a port.

    Attributes:
        data: uint8 [bytes].
        file: name of the file that they come from.
    """

    line: int
    port: str
    address: int
    data: Bytes
    file: str


@dataclass(frozen=True, slots=True, eq=False)
class DumpMemory:
    """Compare bytes of the memory behind a port.

    Attributes:
        expected: uint8 [bytes].
        file: name of the file that they come from.
    """

    line: int
    port: str
    address: int
    expected: Bytes
    file: str


Command = WriteRegister | ReadRegister | WaitInterrupt | LoadMemory | DumpMemory


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace that was read and can be played.

    Attributes:
        folder: where it was read from.
        source: name of the file of commands, for messages.
        poll_tries: how often a register is read at most.
        continue_on_fail: a golden that differs does not end it.
    """

    folder: Path
    source: str
    commands: tuple[Command, ...]
    poll_tries: int = DEFAULT_POLL_TRIES
    continue_on_fail: bool = False

    @property
    def name(self) -> str:
        """What reports call it."""
        return trace_name(self.folder)


def trace_name(folder: Path) -> str:
    """A trace is called as its folder is."""
    return printable(folder.resolve().name)
