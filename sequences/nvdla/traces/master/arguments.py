"""Commands of master's dialect and what each of their arguments may be (docs/nvdla/traces.md, 'master')."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from models.registers import WORD_BYTES, RegisterMap
from sequences.nvdla.traces.master.data_file import check_master_data
from sequences.printable import some_of
from sequences.traces.source import Location, TraceFiles, quote


class Argument(StrEnum):
    """Kinds of argument, as messages call them."""

    MEMORY = "memory"
    ADDRESS = "address"
    SIZE = "size"
    FILE = '"file"'
    SIZE_OR_FILE = 'size or "file"'
    PATTERN = "pattern"
    WAITED = "sync id"
    NOTIFIED = "sync id to notify"
    RESULT = "sync id or name"
    REGISTER = "register"
    VALUE = "value"
    CRC = "crc"
    BLOCK = "block"
    INTERRUPT = "unit_group"


A = Argument
WORD = re.compile(r"\w+")
SIGNATURES: Mapping[str, tuple[tuple[Argument, ...], ...]] = MappingProxyType(
    {
        "mem_init": (
            (A.MEMORY, A.ADDRESS, A.SIZE_OR_FILE, A.PATTERN),
            (A.MEMORY, A.ADDRESS, A.SIZE_OR_FILE, A.PATTERN, A.WAITED),
        ),
        "mem_load": ((A.MEMORY, A.ADDRESS, A.FILE), (A.MEMORY, A.ADDRESS, A.FILE, A.WAITED)),
        "mem_reserve": ((A.MEMORY, A.ADDRESS, A.SIZE), (A.MEMORY, A.ADDRESS, A.SIZE, A.WAITED)),
        "mem_release": ((A.MEMORY, A.ADDRESS, A.WAITED),),
        "reg_write": ((A.REGISTER, A.VALUE),),
        "reg_read_check": ((A.REGISTER, A.VALUE),),
        "reg_read": ((A.REGISTER, A.RESULT),),
        "poll_reg_equal": ((A.REGISTER, A.VALUE),),
        "sync_notify": ((A.BLOCK, A.NOTIFIED),),
        "sync_wait": ((A.BLOCK, A.WAITED),),
        "intr_notify": ((A.NOTIFIED,), (A.INTERRUPT, A.NOTIFIED)),
        "check_crc": ((A.WAITED, A.MEMORY, A.ADDRESS, A.SIZE, A.CRC),),
        "check_file": ((A.WAITED, A.MEMORY, A.ADDRESS, A.SIZE, A.FILE),),
        "check_nothing": ((A.WAITED,),),
    }
)
MEMORIES = ("pri_mem", "sec_mem", "1")  # most published check_crc commands name their memory 1
PATTERNS = ("ALL_ZERO", "RANDOM", "ONES", "X", "AFIVE", "FIVEA", "ADDR")
PREFIX, SUFFIX = "NVDLA_", "_0"  # around the names of blocks and registers
MASTER_ONLY_BLOCKS = ("CFGROM",)  # in master's register map, not in ours
ADDRESS_BITS, WORD_BITS = 64, 8 * WORD_BYTES
LONGEST_NAME = 60  # of a register, for looking for one that is called nearly so
CRC_ALIGNMENT = 4  # of the address and size of a check_crc, in bytes


class ArgumentChecker:
    """Checks the arguments of one trace's commands, and that whatever is waited for is notified."""

    def __init__(self, files: TraceFiles, registers: RegisterMap) -> None:
        self.files = files
        self.registers = registers
        self.waited: dict[str, Location] = {}
        self.notified: set[str] = set()
        self.checked_files: set[Path] = set()
        status = registers.GLB.S_INTR_STATUS.fields
        self.names: Mapping[Argument, tuple[str, ...]] = {
            A.MEMORY: MEMORIES,
            A.PATTERN: PATTERNS,
            A.INTERRUPT: tuple(name.replace("_DONE_STATUS", "_") for name in status),
            A.BLOCK: tuple(PREFIX + block for block in (*registers.blocks, *MASTER_ONLY_BLOCKS)),
        }

    def check(self, location: Location, command: str, arguments: Mapping[Argument, str]) -> None:
        """Check the arguments of a command.

        Raises:
            TraceError: the first one that is wrong.
        """
        for kind, text in arguments.items():
            self._check_argument(location, kind, text)
        if A.ADDRESS in arguments:
            self._check_range(location, command, arguments)

    def check_events(self) -> None:
        """Check, after the last command, that something notifies each sync id that is waited for.

        Raises:
            TraceError: nothing does.
        """
        for name, location in self.waited.items():
            if name not in self.notified:
                known = some_of(sorted(self.notified)) or "none is notified"
                location.fail(f"sync id {quote(name)} is waited for and never notified", known)

    def _check_argument(self, location: Location, kind: Argument, text: str) -> None:
        if kind in self.names:
            self._check_name(location, kind, text)
        elif kind in (A.WAITED, A.NOTIFIED, A.RESULT):
            self._check_event(location, kind, text)
        elif kind is A.REGISTER:
            self._check_register(location, text)
        elif kind is A.FILE or (kind is A.SIZE_OR_FILE and text.startswith('"')):
            self._check_file(location, text)
        else:
            bits = WORD_BITS if kind in (A.VALUE, A.CRC) else ADDRESS_BITS
            location.number(text, kind.value, bits, decimal=True)

    def _check_name(self, location: Location, kind: Argument, text: str) -> None:
        """One of a list of names; the public player takes them in upper or lower case."""
        if text.casefold() not in {name.casefold() for name in self.names[kind]}:
            location.fail(f"unknown {kind.value} {quote(text)}", ", ".join(self.names[kind]))

    def _check_event(self, location: Location, kind: Argument, text: str) -> None:
        if not WORD.fullmatch(text):
            location.fail(f"{kind.value} {quote(text)}", "letters, digits and _")
        if kind is A.WAITED:
            self.waited.setdefault(text, location)
        else:
            self.notified.add(text)

    def _check_register(self, location: Location, text: str) -> None:
        block, _, name = text.removeprefix(PREFIX).partition(".")
        form = f"{PREFIX}<BLOCK>.<REGISTER>{SUFFIX}"
        if not (text.startswith(PREFIX) and name.endswith(SUFFIX)):
            location.fail(f"register {quote(text)}", form)
        if block in MASTER_ONLY_BLOCKS:
            return
        known = self.registers.blocks
        if block not in known:
            location.fail(f"register {quote(text)} of an unknown block", ", ".join((*known, *MASTER_ONLY_BLOCKS)))
        if name.removesuffix(SUFFIX) not in known[block].registers:
            near = get_close_matches(name.removesuffix(SUFFIX)[:LONGEST_NAME], known[block].registers, n=3)
            hint = f" such as {', '.join(near)}" if near else ""
            location.fail(f"unknown register {quote(text)}", f"a register of {block}{hint}, as {form}")

    def _check_file(self, location: Location, text: str) -> None:
        if len(text) < 3 or not (text.startswith('"') and text.endswith('"')):
            location.fail(f"file {quote(text)}", "a name in double quotes")
        path = self.files.data_file(location, text[1:-1])
        if path not in self.checked_files:
            check_master_data(path)
            self.checked_files.add(path)

    def _check_range(self, location: Location, command: str, arguments: Mapping[Argument, str]) -> None:
        """The addresses of a command lie within 64 bits, those of a check_crc on whole words."""
        address = location.number(arguments[A.ADDRESS], A.ADDRESS.value, ADDRESS_BITS, decimal=True)
        size_text = arguments.get(A.SIZE, arguments.get(A.SIZE_OR_FILE, '"'))
        size_bytes = 1 if size_text.startswith('"') else location.number(size_text, A.SIZE, ADDRESS_BITS, decimal=True)
        if size_bytes == 0 or address + size_bytes > 1 << ADDRESS_BITS:
            location.fail(
                f"address {address:#x} with size {size_bytes:#x}", f"at least one byte, within {ADDRESS_BITS} bits"
            )
        if command == "check_crc" and (address % CRC_ALIGNMENT or size_bytes % CRC_ALIGNMENT):
            location.fail(f"check_crc of address {address:#x}, size {size_bytes:#x}", f"multiples of {CRC_ALIGNMENT}")
