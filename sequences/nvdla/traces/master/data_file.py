"""Data files of master's dialect: ``{offset:0x20, size:4, payload:0x01 0x01 0x01 0x01},`` between braces."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from sequences.nvdla.traces.master.commands import Image
from sequences.traces.limits import FILE_LINES, LOADS
from sequences.traces.source import Location, quote, read_bytes

ENTRY = re.compile(
    rb"\{\s*'?offset'?\s*:\s*(0x[0-9a-fA-F]{1,16}|\d{1,18})\s*,\s*'?size'?\s*:\s*(0x[0-9a-fA-F]{1,16}|[1-9]\d{0,9})\s*,"
    rb"\s*'?(?:payload|value)'?\s*:\s*(0x[0-9a-fA-F]{1,2}(?:\s+0x[0-9a-fA-F]{1,2})*+)\s*\}"
)
BETWEEN = re.compile(rb"(?:[\s,}]|\{(?!\s*'?offset)|#[^\n]*+)*+")
ALLOWED = "entries {offset:0x20, size:2, payload:0x01 0x02}, of bytes up to 0xff"


def read_image(path: Path) -> Image:
    """Read and check a data file of master's dialect.

    The outer braces and the commas are optional, keys may be quoted, and ``value`` stands for ``payload``: the
    published files have all of these. Entries one behind the other become one piece.

    Raises:
        TraceError: a malformed entry, a size that is not the payload's, no entry at all, or too much.
    """
    text = read_bytes(path)
    pieces: list[tuple[int, list[bytes]]] = []
    position, entries, stop = _skip(text, 0), 0, -1
    if position == len(text):
        Location(path).fail("no data in it", ALLOWED)
    while position < len(text):
        entry = ENTRY.match(text, position)
        if entry is None:
            line = text[position:].split(b"\n", 1)[0].decode("utf-8", errors="replace")
            _location(path, text, position).fail(f"{quote(line)} is not data", ALLOWED)
        offset, size_bytes, payload = _number(entry[1]), _number(entry[2]), _payload(entry[3])
        if size_bytes != len(payload):
            _location(path, text, position).fail(
                f"size {size_bytes} with a payload of {len(payload)} byte(s)", "equal numbers"
            )
        entries += 1
        if offset != stop:
            pieces.append((offset, []))
        pieces[-1][1].append(payload)
        stop = offset + size_bytes
        position = _skip(text, entry.end())
    Location(path).need_at_most(FILE_LINES, entries, "entries")
    Location(path).need_at_most(LOADS, len(pieces), "pieces with gaps between them")
    return Image(path.name, tuple((offset, np.frombuffer(b"".join(data), np.uint8)) for offset, data in pieces))


def _number(text: bytes) -> int:
    return int(text, 16 if text.startswith(b"0x") else 10)


def _payload(text: bytes) -> bytes:
    """The bytes of a payload; nearly all files write two digits a byte."""
    try:
        return bytes.fromhex(text.replace(b"0x", b" ").decode())
    except ValueError:
        return bytes(int(word, 16) for word in text.split())


def _skip(text: bytes, position: int) -> int:
    """The next location where something other than separators and comments stands."""
    between = BETWEEN.match(text, position)
    return between.end() if between else position


def _location(path: Path, text: bytes, position: int) -> Location:
    return Location(path, text.count(b"\n", 0, position) + 1)
