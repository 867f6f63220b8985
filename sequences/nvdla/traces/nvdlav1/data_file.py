"""Data files of the nvdlav1 dialect: bytes as ``0x..``, lowest address first, among header lines."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from models.memory.sparse import Bytes
from sequences.nvdla.traces.source import HEXADECIMAL, Location, quote, read_bytes

PLAIN_LINE = re.compile(rb"0x[0-9a-fA-F]{2}(?:[ \t]+0x[0-9a-fA-F]{2})*")
LARGEST_BYTE = 0xFF


def read_data(path: Path) -> Bytes:
    """All bytes of a data file, uint8 [bytes].

    A line that begins with ``0x`` holds data; every other one is a header (the public files have bare ones), as is
    what follows a ``#``.

    Raises:
        TraceError: a line of data holds something that is not a byte.
    """
    chunks = []
    for number, raw in enumerate(read_bytes(path).splitlines(), 1):
        line = raw.split(b"#", 1)[0].strip()
        if PLAIN_LINE.fullmatch(line):
            chunks.append(bytes.fromhex(line.replace(b"0x", b"").decode()))
        elif line[:2].lower() == b"0x":
            chunks.append(_read_odd_line(Location(path, number), line.decode("utf-8", errors="replace")))
    return np.frombuffer(b"".join(chunks), np.uint8)


def _read_odd_line(location: Location, line: str) -> bytes:
    """Bytes that are not all written with two digits, or an error that names the first that is none."""
    for token in line.split():
        if not HEXADECIMAL.fullmatch(token) or int(token, 16) > LARGEST_BYTE:
            location.fail(f"{quote(token)} is not a byte", f"0x0 to {LARGEST_BYTE:#x}, with blanks between them")
    return bytes(int(token, 16) for token in line.split())
