"""Where something stands in a trace's text, and what reading it has in common: files, numbers, errors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]+")
DECIMAL = re.compile(r"[0-9]{1,20}")
QUOTE_CHARACTERS = 60  # what an error quotes of a strange text


class TraceError(Exception):
    """Something is wrong with a trace: one line that names file, line, what was found and what is allowed."""


@dataclass(frozen=True, slots=True)
class Location:
    """A line of a file, or the whole file where `line` is 0."""

    path: Path
    line: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if self.line else str(self.path)

    def fail(self, found: str, allowed: str) -> NoReturn:
        """Give up here.

        Raises:
            TraceError: always.
        """
        raise TraceError(f"{self}: {found}; allowed: {allowed}")

    def number(self, text: str, what: str, bits: int, *, decimal: bool = False) -> int:
        """A number of at most so many bits.

        Args:
            text: the number as it stands in the file.
            what: what it is, for the error.
            bits: how many bits it may have.
            decimal: whether a decimal number is allowed too.

        Raises:
            TraceError: it is malformed or too large.
        """
        allowed = "0x and hexadecimal digits" + (", or decimal digits" if decimal else "")
        if HEXADECIMAL.fullmatch(text):
            value = int(text, 16)
        elif decimal and DECIMAL.fullmatch(text):
            value = int(text)
        else:
            self.fail(f"{what} {quote(text)} is not a number", allowed)
        if value >> bits:
            self.fail(f"{what} {quote(text)} is too large", f"at most {bits} bits")
        return value


def quote(text: str) -> str:
    """A piece of a file for a message: printable, on one line, not too long."""
    shown = text if len(text) <= QUOTE_CHARACTERS else text[: QUOTE_CHARACTERS - 3] + "..."
    return repr(shown)


def read_bytes(path: Path) -> bytes:
    """A file's content.

    Raises:
        TraceError: it is not there, not a file, or not readable.
    """
    if not path.is_file():
        Location(path).fail("no such file", "an existing file")
    try:
        return path.read_bytes()
    except OSError as error:
        Location(path).fail(f"not readable ({error.strerror})", "a file that you may read")


def read_lines(path: Path) -> list[str]:
    """A file's lines; bytes that are no text become a replacement character, which no command contains.

    Raises:
        TraceError: as `read_bytes`.
    """
    return read_bytes(path).decode("utf-8-sig", errors="replace").split("\n")


def inside(location: Location, folder: Path, name: str) -> Path:
    """The path of a data file that a command of a trace names.

    Args:
        location: where it is named.
        folder: the trace's folder.
        name: the file's name, relative to the folder.

    Raises:
        TraceError: it lies outside the folder, directly or through a link, or is not there.
    """
    allowed = f"a file inside {folder}"
    if Path(name).is_absolute() or ".." in Path(name).parts:
        location.fail(f"data file {quote(name)} leaves the trace's folder", allowed)
    path = folder / name
    try:
        present = path.is_file()
    except OSError as error:
        location.fail(f"data file {quote(name)} is not readable ({error.strerror})", allowed)
    if not present:
        location.fail(f"data file {quote(name)} is not there", allowed)
    if not path.resolve().is_relative_to(folder.resolve()):
        location.fail(f"data file {quote(name)} is a link that leaves the trace's folder", allowed)
    return path
