"""Data files of master's dialect: ``{offset:0x20, size:4, payload:0x01 0x01 0x01 0x01},`` between braces."""

from __future__ import annotations

import re
from pathlib import Path

from sequences.traces.source import Location, quote, read_bytes

ENTRY = re.compile(
    rb"\{\s*'?offset'?\s*:\s*(0x[0-9a-fA-F]+|\d+)\s*,\s*'?size'?\s*:\s*(0x[0-9a-fA-F]+|[1-9]\d{0,9})\s*,"
    rb"\s*'?(?:payload|value)'?\s*:\s*(0x[0-9a-fA-F]{1,2}(?:\s+0x[0-9a-fA-F]{1,2})*+)\s*\}"
)
BETWEEN = re.compile(rb"(?:[\s,}]|\{(?!\s*'?offset)|#[^\n]*+)*+")
ALLOWED = "entries {offset:0x20, size:2, payload:0x01 0x02}, of bytes up to 0xff"


def check_master_data(path: Path) -> None:
    """Check a data file of master's dialect.

    The outer braces and the commas are optional, keys may be quoted, and ``value`` stands for ``payload``: the
    published files have all of these.

    Raises:
        TraceError: a malformed entry, a size that is not the payload's, or no entry at all.
    """
    text = read_bytes(path)
    position = _skip(text, 0)
    if position == len(text):
        Location(path).fail("no data in it", ALLOWED)
    while position < len(text):
        entry = ENTRY.match(text, position)
        if entry is None:
            line = text[position:].split(b"\n", 1)[0].decode("utf-8", errors="replace")
            _location(path, text, position).fail(f"{quote(line)} is not data", ALLOWED)
        size_bytes, held = int(entry[2], 0), entry[3].count(b"0x")
        if size_bytes != held:
            _location(path, text, position).fail(f"size {size_bytes} with a payload of {held} byte(s)", "equal numbers")
        position = _skip(text, entry.end())


def _skip(text: bytes, position: int) -> int:
    """The next location where something other than separators and comments stands."""
    between = BETWEEN.match(text, position)
    return between.end() if between else position


def _location(path: Path, text: bytes, position: int) -> Location:
    return Location(path, text.count(b"\n", 0, position) + 1)
