"""Writes files in FlatBuffers' format: each table, and behind it what it points to."""

from __future__ import annotations

import struct
from typing import Any

from sequences.flatbuffers.fields import (
    BYTES,
    SHORT_BYTES,
    SIZE_BYTES,
    TEXT,
    InPlace,
    Kind,
    Numbers,
    Tables,
    empty,
    in_place_bytes,
    is_number,
    kinds,
)

ALIGNMENT = 8
"""Of tables and vectors: no number is larger."""
MARK_BYTES = 4


def write_root(root: object, mark: str = "") -> bytes:
    """The file of a table and all below it; what is 0 or empty is left out.

    Args:
        root: an instance of a dataclass whose fields are made by `flat`.
        mark: four letters that say what file it is; empty: it has none.

    Raises:
        ValueError: a number does not fit its field, or the mark has not four letters.
    """
    if mark and len(mark.encode()) != MARK_BYTES:
        raise ValueError(f"mark {mark!r}: it must have {MARK_BYTES} letters, or be empty")
    writer = _Writer()
    at = writer.room(SIZE_BYTES)
    writer.data += mark.encode()
    writer.point(at, writer.table(root))
    return bytes(writer.data)


class _Writer:
    """A file that grows; what points ahead is filled in once that is there."""

    def __init__(self) -> None:
        self.data = bytearray()

    def room(self, size: int) -> int:
        """Leave room; returns where."""
        at = len(self.data)
        self.data += bytes(size)
        return at

    def point(self, at: int, to: int) -> None:
        """Let what lies there lead somewhere."""
        struct.pack_into("<I", self.data, at, to - at)

    def table(self, table: Any) -> int:  # noqa: ANN401 - any dataclass of such fields
        """Write a table and all below it; returns where it lies."""
        given = [(number, name, kind, getattr(table, name)) for number, (name, kind) in enumerate(kinds(type(table)))]
        held = [item for item in given if item[3] != empty(item[2])]
        places, size = _places([(number, kind) for number, _, kind, _ in held])
        count = max(places, default=-1) + 1
        self._align(ALIGNMENT, SIZE_BYTES + count * SHORT_BYTES)
        listed = self.room(SIZE_BYTES + count * SHORT_BYTES)
        at = self.room(size)
        struct.pack_into("<HH", self.data, listed, SIZE_BYTES + count * SHORT_BYTES, size)
        struct.pack_into("<i", self.data, at, at - listed)
        for number, name, kind, value in held:
            struct.pack_into("<H", self.data, listed + SIZE_BYTES + number * SHORT_BYTES, places[number])
            self._put(at + places[number], kind, value, f"{type(table).__name__}.{name}")
        return at

    def _put(self, at: int, kind: Kind, value: Any, where: str) -> None:  # noqa: ANN401 - by kind
        if isinstance(kind, InPlace):
            struct.pack_into(f"<{kind.letters}", self.data, at, *value)
        elif isinstance(kind, str) and is_number(kind):
            try:
                struct.pack_into(f"<{kind}", self.data, at, value)
            except struct.error as error:
                raise ValueError(f"{where}: {value!r} does not fit: {error}") from None
        else:
            self.point(at, self._far(kind, value))

    def _far(self, kind: Kind, value: Any) -> int:  # noqa: ANN401 - by kind
        if isinstance(kind, Numbers):
            return self._vector(len(value), struct.pack(f"<{len(value)}{kind.letter}", *value))
        if kind == TEXT:
            raw = value.encode()
            return self._vector(len(raw), raw + b"\0")
        if kind == BYTES:
            return self._vector(len(value), value)
        vector = self._vector(len(value), bytes(SIZE_BYTES * len(value)))
        for number, item in enumerate(value):
            there = self.table(item) if isinstance(kind, Tables) else self._far(TEXT, item)
            self.point(vector + SIZE_BYTES * (number + 1), there)
        return vector

    def _vector(self, count: int, raw: bytes) -> int:
        self._align(ALIGNMENT, SIZE_BYTES)
        at = len(self.data)
        self.data += struct.pack("<I", count) + raw
        return at

    def _align(self, to: int, ahead: int) -> None:
        """Fill up, so that what comes behind so many bytes is aligned."""
        self.data += bytes(-(len(self.data) + ahead) % to)


def _places(held: list[tuple[int, Kind]]) -> tuple[dict[int, int], int]:
    """Where fields lie in a table, by number, and its size: behind the distance to its list, the largest first."""
    places, at = {}, SIZE_BYTES
    for number, kind in sorted(held, key=lambda item: -_alignment(item[1])):
        at += -at % _alignment(kind)
        places[number] = at
        at += in_place_bytes(kind)
    return places, at


def _alignment(kind: Kind) -> int:
    return struct.calcsize(kind.letters[0]) if isinstance(kind, InPlace) else in_place_bytes(kind)
