"""Makes commands of the arguments of master's dialect, and checks them on the way."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from models.memory.pages import touched_pages
from models.nvdla.config import HwConfig
from sequences.nvdla.traces.master.arguments import ADDRESS_BITS, CRC_ALIGNMENT, Argument, Arguments
from sequences.nvdla.traces.master.commands import (
    PATTERNS,
    Announcement,
    Await,
    Check,
    CheckCrc,
    CheckFile,
    CheckNothing,
    FillMemory,
    Image,
    ListCommand,
    LoadImage,
    MemoryCommand,
    Notify,
    ReadOnly,
)
from sequences.nvdla.traces.master.data_file import read_image
from sequences.nvdla.traces.master.names import Names
from sequences.printable import some_of
from sequences.traces.commands import ReadRegister, WriteRegister
from sequences.traces.limits import LOADED_PAGES, LOADS
from sequences.traces.source import Location, TraceFiles, is_absent, quote

A = Argument
WHOLE_WORD = 0xFFFF_FFFF
NOTHING = Image("", ((0, np.zeros(1, np.uint8)),))
"""In place of a file that is not there."""


class Builder:
    """The commands of one trace.

    Args:
        files: the trace's.
        config: the hardware configuration that it is to be played on.
        elsewhere: it is for another configuration: where its memories lie is not checked.

    Attributes:
        lists: commands of each block.
        memory: what becomes of memory.
        announced: interrupts that will come.
        checks: what is compared.
    """

    def __init__(self, files: TraceFiles, config: HwConfig, *, elsewhere: bool) -> None:
        self._files = files
        self._config = config
        self._elsewhere = elsewhere
        self._names = Names(config)
        self._images: dict[Path, Image] = {}
        self._absent: dict[str, None] = {}
        self._waited: dict[str, Location] = {}
        self._notified: set[str] = set()
        self._loads = self._pages = 0
        self.lists: dict[str, list[ListCommand]] = {}
        self.memory: list[MemoryCommand] = []
        self.announced: list[Announcement] = []
        self.checks: list[Check] = []

    @property
    def missing(self) -> list[str]:
        """Blocks, memories and data files that are named and are not there."""
        return [*self._names.missing, *(f"the data file {quote(name)}, which is not there" for name in self._absent)]

    def add(self, arguments: Arguments) -> None:
        """Take one command.

        Raises:
            TraceError: the first of its arguments that is wrong.
        """
        match arguments.command:
            case "mem_init":
                self._fill(arguments)
            case "mem_load":
                self._load(arguments)
            case "mem_reserve" | "mem_release":
                self._place(arguments, arguments.size_bytes() if A.SIZE in arguments.texts else 1)
                self._waits(arguments)
            case "intr_notify":
                interrupt = self._names.interrupt(arguments)
                self.announced.append(Announcement(arguments.line, interrupt, self._notifies(arguments)))
            case "check_crc" | "check_file" | "check_nothing":
                self._check(arguments)
            case "sync_notify" | "sync_wait":
                self._event(arguments)
            case _:
                self._access(arguments)

    def check_events(self) -> None:
        """Check, after the last command, that something notifies each sync id that is waited for.

        Raises:
            TraceError: nothing does.
        """
        for name, location in self._waited.items():
            if name not in self._notified:
                known = some_of(sorted(self._notified)) or "none is notified"
                location.fail(f"sync id {quote(name)} is waited for and never notified", known)

    def _access(self, arguments: Arguments) -> None:
        block, address = self._names.register(arguments)
        line = arguments.line
        command: ListCommand
        match arguments.command:
            case "reg_write":
                command = WriteRegister(line, address, arguments.word(A.VALUE))
            case "reg_read":
                command = ReadOnly(line, address, self._notifies(arguments, A.RESULT))
            case name:
                tries = 1 if name == "reg_read_check" else None
                command = ReadRegister(line, address, WHOLE_WORD, "==", arguments.word(A.VALUE), tries)
        self.lists.setdefault(block, []).append(command)

    def _event(self, arguments: Arguments) -> None:
        commands = self.lists.setdefault(self._names.block(arguments), [])
        if arguments.command == "sync_wait":
            commands.append(Await(arguments.line, self._waits(arguments)))
        else:
            commands.append(Notify(arguments.line, self._notifies(arguments)))

    def _fill(self, arguments: Arguments) -> None:
        pattern = arguments.one_of(A.PATTERN, PATTERNS)
        if arguments.names_file:
            image = self._image(arguments, A.SIZE_OR_FILE)
            size_bytes = image.stop
        else:
            size_bytes = arguments.size_bytes(A.SIZE_OR_FILE)
        port, address = self._place(arguments, size_bytes)
        self._take(arguments.location, [(address, size_bytes)])
        self.memory.append(FillMemory(arguments.line, self._waits(arguments), port, address, size_bytes, pattern))

    def _load(self, arguments: Arguments) -> None:
        image = self._image(arguments, A.FILE)
        port, address = self._place(arguments, image.stop)
        self._take(arguments.location, [(address + offset, len(data)) for offset, data in image.pieces])
        self.memory.append(LoadImage(arguments.line, self._waits(arguments), port, address, image))

    def _check(self, arguments: Arguments) -> None:
        line, event = arguments.line, self._waits(arguments)
        if arguments.command == "check_nothing":
            self.checks.append(CheckNothing(line, event))
            return
        size_bytes = arguments.size_bytes()
        if arguments.command == "check_file":
            image = self._image(arguments, A.FILE)
            port, address = self._place(arguments, size_bytes)
            self.checks.append(CheckFile(line, event, port, address, size_bytes, image))
        else:
            crc = arguments.word(A.CRC)
            if arguments.address % CRC_ALIGNMENT or size_bytes % CRC_ALIGNMENT:
                found = f"check_crc of address {arguments.address:#x}, size {size_bytes:#x}"
                arguments.location.fail(found, f"multiples of {CRC_ALIGNMENT}")
            port, address = self._place(arguments, size_bytes)
            self.checks.append(CheckCrc(line, event, port, address, size_bytes, crc))
        self._take(arguments.location, [(address, size_bytes)])

    def _image(self, arguments: Arguments, kind: Argument) -> Image:
        """The bytes of a data file; one that is not there is noted, and nothing is played."""
        name = arguments.file(kind)
        if is_absent(arguments.location, self._files.folder, name):
            self._absent[name] = None
            return NOTHING
        path = self._files.data_file(arguments.location, name)
        if path not in self._images:
            self._images[path] = read_image(path)
        return self._images[path]

    def _place(self, arguments: Arguments, size_bytes: int) -> tuple[str, int]:
        """Port and address of some bytes."""
        port, address, location = self._names.memory(arguments), arguments.address, arguments.location
        found = f"address {address:#x} with size {size_bytes:#x}"
        if size_bytes == 0 or address + size_bytes > 1 << ADDRESS_BITS:
            location.fail(found, f"at least one byte, within {ADDRESS_BITS} bits")
        there = None if self._elsewhere else self._config.ports.get(port)
        if there is not None and not there.base <= address <= address + size_bytes <= there.limit:
            location.fail(f"{found} is not in {port}", f"{there.base:#x} to {there.limit - 1:#x}")
        return port, address

    def _take(self, location: Location, regions: list[tuple[int, int]]) -> None:
        """Count what memory is loaded or compared, address and size of each region."""
        self._loads += len(regions)
        self._pages += sum(len(touched_pages(address, size_bytes)) for address, size_bytes in regions)
        location.need_at_most(LOADS, self._loads, "pieces of memory that are loaded or compared")
        location.need_at_most(LOADED_PAGES, self._pages, "pages of memory that are loaded or compared")

    def _waits(self, arguments: Arguments) -> str:
        if event := arguments.event(A.WAITED):
            self._waited.setdefault(event, arguments.location)
        return event

    def _notifies(self, arguments: Arguments, kind: Argument = A.NOTIFIED) -> str:
        event = arguments.event(kind)
        self._notified.add(event)
        return event
