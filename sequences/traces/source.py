"""Where something stands in a trace's text, and what reading it has in common: files, numbers, errors."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from sequences.printable import printable
from sequences.traces.limits import ADVICE, LOADS, PROGRAM_BYTES, TRACE_BYTES

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
        return f"{printable(self.path)}:{self.line}" if self.line else printable(self.path)

    def fail(self, found: str, allowed: str) -> NoReturn:
        """Give up here.

        Raises:
            TraceError: always.
        """
        raise TraceError(f"{self}: {found}; allowed: {allowed}")

    def need_at_most(self, limit: int, count: int, what: str) -> None:
        """Give up where something is too much.

        Args:
            limit: how much may be.
            count: how much there is.
            what: there is.

        Raises:
            TraceError: there is more.
        """
        if count > limit:
            self.fail(f"{count} {what}", f"at most {limit}; {ADVICE}")

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


@dataclass(slots=True)
class TraceFiles:
    """The files of a trace, none of which lies outside of its folder; all together are not too much.

    Attributes:
        folder: the trace's folder.
        data: the data files that were asked for.
        size_bytes: of all files that were asked for.
    """

    folder: Path
    data: set[Path] = field(default_factory=set)
    size_bytes: int = 0

    def lines(self, path: Path) -> list[str]:
        """The lines of a file with commands or arguments.

        Bytes that are no text become a replacement character, which no command contains.

        Raises:
            TraceError: it is a link out of the folder, too large, or as `read_bytes`.
        """
        if not _is_inside(path, self.folder):
            Location(path).fail("a link that leaves the trace's folder", f"a file inside {printable(self.folder)}")
        Location(path).need_at_most(PROGRAM_BYTES, self._take(path), "bytes")
        return read_bytes(path).decode("utf-8-sig", errors="replace").split("\n")

    def data_file(self, location: Location, name: str) -> Path:
        """The path of a data file that a command names.

        Args:
            location: where it is named.
            name: the file's name, relative to the folder.

        Raises:
            TraceError: it lies outside the folder, directly or through a link, is not there, or is too much.
        """
        path = inside(location, self.folder, name)
        if path not in self.data:
            self.data.add(path)
            location.need_at_most(LOADS, len(self.data), "data files")
            self._take(path)
        return path

    def _take(self, path: Path) -> int:
        """The size of a file that is going to be read; one that is not there is told of by who reads it."""
        size_bytes = path.stat().st_size if path.is_file() else 0
        self.size_bytes += size_bytes
        Location(path).need_at_most(TRACE_BYTES, self.size_bytes, "bytes in the files of the trace up to this one")
        return size_bytes


def is_absent(location: Location, folder: Path, name: str) -> bool:
    """Whether a data file that a command of a trace names is not there.

    Args:
        location: where it is named.
        folder: the trace's folder.
        name: the file's name, relative to the folder.

    Raises:
        TraceError: it would lie outside the folder, or nobody may look.
    """
    if Path(name).is_absolute() or ".." in Path(name).parts:
        location.fail(f"data file {quote(name)} leaves the trace's folder", f"a file inside {printable(folder)}")
    try:
        return not (folder / name).is_file()
    except OSError as error:
        allowed = f"a file inside {printable(folder)}"
        location.fail(f"data file {quote(name)} is not readable ({error.strerror})", allowed)


def inside(location: Location, folder: Path, name: str) -> Path:
    """The path of a data file that a command of a trace names; arguments as of `is_absent`.

    Raises:
        TraceError: it lies outside the folder, directly or through a link, or is not there.
    """
    allowed = f"a file inside {printable(folder)}"
    if is_absent(location, folder, name):
        location.fail(f"data file {quote(name)} is not there", allowed)
    path = folder / name
    if not _is_inside(path, folder):
        location.fail(f"data file {quote(name)} is a link that leaves the trace's folder", allowed)
    return path


def _is_inside(path: Path, folder: Path) -> bool:
    # Path.resolve raises where links go round in circles.
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
