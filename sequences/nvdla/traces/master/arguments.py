"""Commands of master's dialect and what each of their arguments may be (docs/nvdla/traces.md, 'master')."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from models.registers import WORD_BYTES
from sequences.traces.source import Location, quote


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
ADDRESS_BITS, WORD_BITS = 64, 8 * WORD_BYTES
CRC_ALIGNMENT = 4  # of the address and size of a check_crc, in bytes


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one command, of the form that it has.

    Attributes:
        location: where the command stands.
        command: its name.
        texts: what stands there, by kind.
    """

    location: Location
    command: str
    texts: Mapping[Argument, str]

    @property
    def line(self) -> int:
        """The command's line."""
        return self.location.line

    @property
    def address(self) -> int:
        """A byte address."""
        return self.location.number(self.texts[A.ADDRESS], A.ADDRESS.value, ADDRESS_BITS, decimal=True)

    @property
    def names_file(self) -> bool:
        """Whether a file stands where a size might."""
        return self.texts[A.SIZE_OR_FILE].startswith('"')

    def size_bytes(self, kind: Argument = A.SIZE) -> int:
        """A number of bytes."""
        return self.location.number(self.texts[kind], A.SIZE.value, ADDRESS_BITS, decimal=True)

    def word(self, kind: Argument) -> int:
        """A number of 32 bits."""
        return self.location.number(self.texts[kind], kind.value, WORD_BITS, decimal=True)

    def one_of(self, kind: Argument, names: Sequence[str]) -> str:
        """One of a list of names; the public player takes them in upper or lower case."""
        text = self.texts[kind]
        found = next((name for name in names if name.casefold() == text.casefold()), None)
        if found is None:
            self.location.fail(f"unknown {kind.value} {quote(text)}", ", ".join(names))
        return found

    def event(self, kind: Argument) -> str:
        """A sync id; empty where the form has none."""
        text = self.texts.get(kind)
        if text is not None and not WORD.fullmatch(text):
            self.location.fail(f"{kind.value} {quote(text)}", "letters, digits and _")
        return text or ""

    def file(self, kind: Argument) -> str:
        """The name of a file."""
        text = self.texts[kind]
        if len(text) < 3 or not (text.startswith('"') and text.endswith('"')):
            self.location.fail(f"file {quote(text)}", "a name in double quotes")
        return text[1:-1]


def arguments_of(location: Location, command: str, texts: Sequence[str]) -> Arguments:
    """The arguments of a command by kind.

    Raises:
        TraceError: there is no such command, or it has no form with so many arguments.
    """
    if command not in SIGNATURES:
        location.fail(f"unknown command {quote(command)}", ", ".join(SIGNATURES))
    forms = SIGNATURES[command]
    form = next((kinds for kinds in forms if len(kinds) == len(texts)), None)
    if form is None:
        allowed = " or ".join(f"{command}({', '.join(kind.value for kind in kinds)})" for kinds in forms)
        location.fail(f"{command} with {len(texts)} argument(s)", allowed)
    return Arguments(location, command, dict(zip(form, texts, strict=True)))
