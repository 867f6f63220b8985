"""Data files of a trace: bytes as ``0x..``, lowest address first, among header lines."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from models.memory.sparse import Bytes
from sequences.traces.limits import FILE_LINES
from sequences.traces.source import HEXADECIMAL, Location, quote, read_bytes

PLAIN_LINE = re.compile(rb"0x[0-9a-fA-F]{2}(?:[ \t]+0x[0-9a-fA-F]{2})*+")
LARGEST_BYTE = 0xFF
NO_BYTE = re.compile(rb"[^=:]*0[xX].*|[oO]?[xX][0-9a-fA-FoO].*|\d\w?")
"""Words that somebody may have meant as a byte, or the beginning of one."""
NAMING = (b"=", b":")
"""What headers have in them that hold a number of their own."""


def read_data(path: Path) -> Bytes:
    """All bytes of a data file, uint8 [bytes].

    A line that begins with ``0x`` holds data; every other one is a header (the public files have bare ones), as is
    what follows a ``#``. A header without ``=`` and ``:`` holds no word that may have been meant as a byte, and no
    header begins with one.

    Raises:
        TraceError: a line of data holds something that is not a byte, or a header something that may be meant as one.
    """
    chunks = []
    text = read_bytes(path)
    Location(path).need_at_most(FILE_LINES, text.count(b"\n") + text.count(b"\r"), "lines")
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split(b"#", 1)[0].strip()
        if PLAIN_LINE.fullmatch(line):
            chunks.append(bytes.fromhex(line.replace(b"0x", b"").decode()))
        elif line[:2].lower() == b"0x":
            chunks.append(_read_odd_line(Location(path, number), line.decode("utf-8", errors="replace")))
        elif line:
            _check_header(Location(path, number), line)
    return np.frombuffer(b"".join(chunks), np.uint8)


def _check_header(location: Location, line: bytes) -> None:
    """An error where a line that is skipped may have been meant as data."""
    words = line.split()
    for word in words[:1] if any(mark in line for mark in NAMING) else words:
        if NO_BYTE.fullmatch(word):
            text = quote(word.decode("utf-8", errors="replace"))
            location.fail(
                f"{text} in a line that is no data", "0x01 and the like from the line's beginning, or a header"
            )


def _read_odd_line(location: Location, line: str) -> bytes:
    """Bytes that are not all written with two digits, or an error that names the first that is none."""
    for token in line.split():
        if not HEXADECIMAL.fullmatch(token) or int(token, 16) > LARGEST_BYTE:
            location.fail(f"{quote(token)} is not a byte", f"0x0 to {LARGEST_BYTE:#x}, with blanks between them")
    return bytes(int(token, 16) for token in line.split())
