"""The kernels that files hold: streams by themselves, or a dump of memory with a table of kernels."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from models.memory.sparse import Bytes
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.entry import ENTRY_BYTES, NAME_BYTES, KernelEntry
from models.sophgo.words.description import Queue
from models.user_file import read_user_file
from tb.runner.errors import UserError, printable

MOST_BYTES = 1 << 28
"""Of a file."""


@dataclass(frozen=True, slots=True)
class FoundKernel:
    """A kernel that was found.

    Attributes:
        title: what it is called.
        streams: the bytes of its streams, as far as they were found.
        missing: what was not found, a line each.
    """

    title: str
    streams: Mapping[Queue, Bytes]
    missing: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Dump:
    """Bytes of memory.

    Attributes:
        base: the address of the first one.
        data: all of them.
    """

    base: int
    data: Bytes

    def at(self, address: int, size_bytes: int) -> Bytes | None:
        """The bytes from an address on; None: not all of them are there."""
        first = address - self.base
        return self.data[first : first + size_bytes] if 0 <= first <= len(self.data) - size_bytes else None

    def __str__(self) -> str:
        return f"{self.base:#x} to {self.base + len(self.data) - 1:#x}"


def read_bytes(path: Path) -> Bytes:
    """The bytes of a file.

    Raises:
        UserError: it cannot be read, or is too large.
    """
    try:
        return np.frombuffer(read_user_file(path, MOST_BYTES), np.uint8)
    except OSError as error:
        raise UserError(printable(f"{path}: {error.strerror}")) from error


def given_kernels(options: argparse.Namespace, config: SophgoConfig) -> Iterator[FoundKernel]:
    """The kernels of the files that a command line names.

    Raises:
        UserError: it names none, or streams and a dump too, or a file cannot be read.
    """
    paths = {queue: getattr(options, queue.lower()) for queue in Queue}
    streams = {queue: read_bytes(Path(path)) for queue, path in paths.items() if path}
    if bool(streams) == bool(options.dump):
        raise UserError("give TIU=<file>, GDMA=<file> or both, or else DUMP=<file>")
    if streams:
        yield FoundKernel("", streams)
        return
    base = config.ddr_base if options.base is None else options.base
    table = base if options.table is None else options.table
    yield from kernels_of(Dump(base, read_bytes(Path(options.dump))), table)


def kernels_of(dump: Dump, table: int) -> Iterator[FoundKernel]:
    """The kernels of the table at an address, up to an entry of zeros or the end of the dump.

    Raises:
        UserError: no entry is there.
    """
    if dump.at(table, ENTRY_BYTES) is None:
        raise UserError(f"TABLE={table:#x}: no entry of {ENTRY_BYTES} bytes is there; the dump has {dump}")
    while (data := dump.at(table, ENTRY_BYTES)) is not None and data.any():
        yield _kernel(dump, KernelEntry.decode(data))
        table += ENTRY_BYTES


def _kernel(dump: Dump, entry: KernelEntry) -> FoundKernel:
    """The kernel of an entry."""
    name = entry.name.to_bytes(NAME_BYTES, "little").rstrip(b"\0").decode("ascii", errors="backslashreplace")
    found = FoundKernel(f"kernel {name!r}, id {entry.id}", streams := {})
    for queue, (address, size_bytes) in entry.streams.items():
        data = dump.at(address, size_bytes) if size_bytes else np.zeros(0, np.uint8)
        if data is None:
            where = f"{size_bytes} bytes at {address:#x}"
            found.missing.append(f"its stream of {queue}, {where}, is not in the dump, which has {dump}")
        else:
            streams[queue] = data
    return found
