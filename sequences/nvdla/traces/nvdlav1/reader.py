"""Reader of the nvdlav1 dialect: a folder with ``input.txn``. Everything is checked before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from models.memory.pages import touched_pages
from models.memory.sparse import Bytes
from models.nvdla.config import HwConfig
from models.nvdla.limits import COMMANDS, LOADED_PAGES, LOADS
from models.registers import WORD_BYTES
from sequences.nvdla.traces.nvdlav1.data_file import read_data
from sequences.nvdla.traces.nvdlav1.plusargs import read_plusargs
from sequences.nvdla.traces.source import Location, TraceFiles, quote
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

COMMANDS_FILE = "input.txn"
WORD_BITS = 8 * WORD_BYTES
ADDRESS_BITS = 64
POLLS_BITS = 32
REGISTER_SPACE = 0xFFFF_0000  # what a register word has beside the word address: it does not reach the pins
UNSUPPORTED = ("write_mem", "read_mem")  # the public converter names them, no public trace uses them


def read_register_trace(folder: Path, config: HwConfig) -> Trace:
    """Read and check a trace of the nvdlav1 dialect with all of its data files.

    Raises:
        TraceError: the first thing that is wrong with it.
    """
    path = folder / COMMANDS_FILE
    files = TraceFiles(folder)
    reader = _CommandReader(files, config)
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

    def __init__(self, files: TraceFiles, config: HwConfig) -> None:
        self.files = files
        self.config = config
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
        low = word & ~REGISTER_SPACE
        if word != REGISTER_SPACE | low:
            location.fail(f"register {word:#010x}", "0xffff in the upper half, then the word address")
        if low >> self.config.csb_address_bits:
            location.fail(f"register {word:#010x}", f"word addresses of {self.config.csb_address_bits} bits")
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
        port = self.config.port_at(address)
        if size_bytes == 0:
            location.fail("size 0x0", "at least one byte")
        if port is None or address + size_bytes > port.limit:
            found = f"addresses {address:#x} to {address + size_bytes - 1:#x}"
            ports = self.config.ports.values()
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
