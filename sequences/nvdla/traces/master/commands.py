"""What a trace of master's dialect consists of (docs/nvdla/traces.md, 'master')."""

from __future__ import annotations

from dataclasses import dataclass

from models.memory.sparse import Bytes
from sequences.traces.commands import ReadRegister, WriteRegister


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """Read a register and compare nothing; then an event has happened."""

    line: int
    address: int
    event: str


@dataclass(frozen=True, slots=True)
class Notify:
    """An event has happened."""

    line: int
    event: str


@dataclass(frozen=True, slots=True)
class Await:
    """Go on when an event has happened."""

    line: int
    event: str


ListCommand = WriteRegister | ReadRegister | ReadOnly | Notify | Await
"""A command of a block's list. A `ReadRegister` of one try compares; one of any number is a poll."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """An interrupt that will come, and the event that has happened then.

    Attributes:
        interrupt: unit and group as in ``SDP_0``; empty: any that no other announcement names.
    """

    line: int
    interrupt: str
    event: str


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """The bytes of a data file, which may have gaps.

    Attributes:
        file: the file's name.
        pieces: offset of each, and its bytes, uint8 [bytes]; one that stands later replaces what it overlaps.
    """

    file: str
    pieces: tuple[tuple[int, Bytes], ...]

    @property
    def stop(self) -> int:
        """The offset behind the last byte."""
        return max(offset + len(data) for offset, data in self.pieces)


@dataclass(frozen=True, slots=True)
class FillMemory:
    """Fill memory with a pattern, one of `PATTERNS`; event: what is waited for, empty: nothing."""

    line: int
    event: str
    port: str
    address: int
    size_bytes: int
    pattern: str


@dataclass(frozen=True, slots=True, eq=False)
class LoadImage:
    """Put the bytes of a file into memory; event: what is waited for, empty: nothing."""

    line: int
    event: str
    port: str
    address: int
    image: Image


@dataclass(frozen=True, slots=True)
class CheckCrc:
    """Compare the CRC-32 of a region of memory when an event has happened."""

    line: int
    event: str
    port: str
    address: int
    size_bytes: int
    crc: int


@dataclass(frozen=True, slots=True, eq=False)
class CheckFile:
    """Compare a region of memory with the bytes that a file has for it when an event has happened."""

    line: int
    event: str
    port: str
    address: int
    size_bytes: int
    image: Image


@dataclass(frozen=True, slots=True)
class CheckNothing:
    """An event happens, and nothing is compared."""

    line: int
    event: str


MemoryCommand = FillMemory | LoadImage
Check = CheckCrc | CheckFile | CheckNothing
PATTERNS = ("ALL_ZERO", "RANDOM", "ONES", "X", "AFIVE", "FIVEA", "ADDR")
