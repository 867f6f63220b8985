"""Reader of traces: a folder with ``input.txn``. Everything is checked before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from models.memory.pages import touched_pages
from models.memory.sparse import Bytes
from models.registers import WORD_BYTES
from sequences.traces.commands import (
    COMPARES,
    Command,
    DumpMemory,
    LoadMemory,
    ReadRegister,
    Trace,
    WaitInterrupt,
    WriteRegister,
)
from sequences.traces.limits import COMMANDS, LOADED_PAGES, LOADS
from sequences.traces.source import Location, TraceFiles, quote
from sequences.traces.txn.data_file import read_data
from sequences.traces.txn.plusargs import read_plusargs
from sequences.traces.txn.space import TraceSpace

COMMANDS_FILE = "input.txn"
WORD_BITS = 8 * WORD_BYTES
ADDRESS_BITS = 64
POLLS_BITS = 32
UNSUPPORTED = ("write_mem", "read_mem")  # the public converter names them, no public trace uses them


def read_register_trace(folder: Path, space: TraceSpace) -> Trace:
    """Read and check a trace with all of its data files.

    Args:
        folder: where it lies.
        space: what it may reach.

    Raises:
        TraceError: the first thing that is wrong with it.
    """
    path = folder / COMMANDS_FILE
    files = TraceFiles(folder)
    reader = _CommandReader(files, space)
    commands: list[Command] = []
    for number, text in enumerate(files.lines(path), 1):
        words = text.split("#", 1)[0].split()
        if words:
            Location(path, number).need_at_most(COMMANDS, len(commands) + 1, "commands")
            commands.append(reader.command(Location(path, number), words))
    if not commands:
        Location(path).fail("no command in it", ", ".join(FORMS.values()))
    tries, continue_on_fail = read_plusargs(files)
    return Trace(folder, COMMANDS_FILE, tuple(commands), tries, continue_on_fail)


class _CommandReader:
    """Turns the words of a line into a command."""

    def __init__(self, files: TraceFiles, space: TraceSpace) -> None:
        self.files = files
        self.space = space
        self.data: dict[Path, Bytes] = {}
        self.ranges = self.pages = 0  # of memory that is loaded or dumped

    def command(self, location: Location, words: list[str]) -> Command:
        name, arguments = words[0], words[1:]
        if name in UNSUPPORTED:
            location.fail(f"command {name} is not supported", ", ".join(FORMS))
        if name not in FORMS:
            location.fail(f"unknown command {quote(name)}", ", ".join(FORMS))
        counts, read = READERS[name]
        if len(arguments) not in counts:
            location.fail(f"{name} with {len(arguments)} argument(s)", FORMS[name])
        return read(self, location, arguments)

    def write_register(self, location: Location, arguments: list[str]) -> WriteRegister:
        data = location.number(arguments[1], "data", WORD_BITS)
        return WriteRegister(location.line, self._register(location, arguments[0]), data)

    def read_register(self, location: Location, arguments: list[str]) -> ReadRegister:
        address = self._register(location, arguments[0])
        mask = location.number(arguments[1], "mask", WORD_BITS)
        compare, rest = ("==", arguments[2:]) if len(arguments) == 3 else (arguments[2], arguments[3:])
        if compare not in COMPARES:
            location.fail(f"comparison {quote(compare)}", " ".join(COMPARES))
        expected = location.number(rest[0], "expected value", WORD_BITS)
        # The public converter takes this one number, and no other, as a decimal.
        tries = location.number(rest[1], "polls", POLLS_BITS, decimal=True) if len(rest) == 2 else None
        if tries == 0:
            location.fail("polls 0", "at least one")
        return ReadRegister(location.line, address, mask, compare, expected, tries)

    def wait_interrupt(self, location: Location, arguments: list[str]) -> WaitInterrupt:  # noqa: ARG002 - one form for all
        return WaitInterrupt(location.line)

    def load_memory(self, location: Location, arguments: list[str]) -> LoadMemory:
        port, address, data = self._data(location, arguments)
        return LoadMemory(location.line, port, address, data, arguments[2])

    def dump_memory(self, location: Location, arguments: list[str]) -> DumpMemory:
        port, address, data = self._data(location, arguments)
        return DumpMemory(location.line, port, address, data, arguments[2])

    def _register(self, location: Location, text: str) -> int:
        """The byte address behind a register word."""
        word = location.number(text, "register", WORD_BITS)
        space, bits = self.space.register_space, self.space.word_bits
        low = word & ~space
        if word != space | low:
            location.fail(f"register {word:#010x}", f"{space >> 16:#06x} in the upper half, then the word address")
        if low >> bits:
            location.fail(f"register {word:#010x}", f"word addresses of {bits} bits")
        return low * WORD_BYTES

    def _data(self, location: Location, arguments: list[str]) -> tuple[str, int, Bytes]:
        """Port, address and bytes that a load or dump names."""
        address = location.number(arguments[0], "address", ADDRESS_BITS)
        size_bytes = location.number(arguments[1], "size", ADDRESS_BITS)
        port = self._port(location, address, size_bytes)
        self.ranges += 1
        self.pages += len(touched_pages(address, size_bytes))
        location.need_at_most(LOADS, self.ranges, "loads and dumps")
        location.need_at_most(LOADED_PAGES, self.pages, "pages of memory that are loaded or dumped")
        path = self.files.data_file(location, arguments[2])
        if path not in self.data:
            self.data[path] = read_data(path)
        data = self.data[path]
        if len(data) < size_bytes:
            location.fail(
                f"data file {quote(arguments[2])} holds {len(data)} bytes", f"at least the size, {size_bytes}"
            )
        return port, address, data[:size_bytes]

    def _port(self, location: Location, address: int, size_bytes: int) -> str:
        """The name of the port whose memory holds a range of addresses."""
        port = self.space.port_at(address)
        if size_bytes == 0:
            location.fail("size 0x0", "at least one byte")
        if port is None or address + size_bytes > port.limit:
            found = f"addresses {address:#x} to {address + size_bytes - 1:#x}"
            ports = self.space.ports.values()
            location.fail(found, " or ".join(f"{p.base:#x} to {p.limit - 1:#x} ({p.name})" for p in ports))
        return port.name


FORMS: Mapping[str, str] = MappingProxyType(
    {
        "write_reg": "write_reg <register> <data>",
        "read_reg": "read_reg <register> <mask> [==|<=|>=] <expected> [<polls>]",
        "wait": "wait",
        "load_mem": "load_mem <address> <size> <file>",
        "dump_mem": "dump_mem <address> <size> <file>",
    }
)
_Read = Callable[[_CommandReader, Location, list[str]], Command]
READERS: Mapping[str, tuple[tuple[int, ...], _Read]] = MappingProxyType(
    {
        "write_reg": ((2,), _CommandReader.write_register),
        "read_reg": ((3, 4, 5), _CommandReader.read_register),
        "wait": ((0,), _CommandReader.wait_interrupt),
        "load_mem": ((3,), _CommandReader.load_memory),
        "dump_mem": ((3,), _CommandReader.dump_memory),
    }
)
