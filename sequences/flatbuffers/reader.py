"""Reads files in FlatBuffers' format; whatever they say is checked against where they end."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, TypeVar

from sequences.flatbuffers.fields import (
    BYTES,
    SHORT_BYTES,
    SIZE_BYTES,
    TEXT,
    TEXTS,
    InPlace,
    Kind,
    Numbers,
    Tables,
    empty,
    is_number,
    kinds,
)

T = TypeVar("T")
TAKEN_TIMES = 4
"""How many times as many bytes as a file has may be taken out of it: tables may share what they point to, a little."""


class FlatBufferError(ValueError):
    """A file that is no such file, or is cut."""


def read_root(data: bytes, table: type[T], name: str) -> T:
    """The root of a file, and all below it.

    Args:
        data: the file.
        table: the dataclass of its root.
        name: of the root, for messages.

    Raises:
        FlatBufferError: it points outside itself, or is no such file.
    """
    reader = _Reader(data)
    root: T = reader.table(table, reader.pointed(0, name), name)
    return root


class _Reader:
    """A file, and how much of it was taken."""

    def __init__(self, data: bytes) -> None:
        self._data, self._left = data, TAKEN_TIMES * len(data)

    def numbers(self, at: int, letters: str, where: str) -> tuple[Any, ...]:
        """Numbers that lie there."""
        size = struct.calcsize(f"<{letters}")
        self._need(at, size, where)
        return struct.unpack_from(f"<{letters}", self._data, at)

    def number(self, at: int, letter: str, where: str) -> int:
        """A whole number that lies there."""
        return int(self.numbers(at, letter, where)[0])

    def pointed(self, at: int, where: str) -> int:
        """Where the distance that lies there leads."""
        return at + self.number(at, "I", where)

    def table(self, table: type[T], at: int, where: str) -> T:
        """The table that lies there."""
        listed = at - self.number(at, "i", where)
        list_bytes, table_bytes = self.numbers(listed, "HH", f"{where}, its list of fields")
        self._need(listed, list_bytes, f"{where}, its list of fields")
        self._need(at, table_bytes, where)
        found = {}
        for number, (name, kind) in enumerate(kinds(table)):
            entry = SIZE_BYTES + number * SHORT_BYTES
            away = self.number(listed + entry, "H", where) if entry + SHORT_BYTES <= list_bytes else 0
            found[name] = self._value(at + away, kind, f"{where}.{name}") if away else empty(kind)
        return table(**found)

    def _value(self, at: int, kind: Kind, where: str) -> Any:  # noqa: ANN401 - by kind
        if isinstance(kind, InPlace):
            return self.numbers(at, kind.letters, where)
        if isinstance(kind, str) and is_number(kind):
            return self.numbers(at, kind, where)[0]
        return self._far(self.pointed(at, where), kind, where)

    def _far(self, at: int, kind: Kind, where: str) -> Any:  # noqa: ANN401 - by kind
        count = self.number(at, "I", where)
        first = at + SIZE_BYTES
        if isinstance(kind, Numbers):
            size = struct.calcsize(kind.letter)
            return struct.unpack(f"<{count}{kind.letter}", self._taken(first, count * size, where))
        if kind in (TEXT, BYTES):
            raw = self._taken(first, count, where)
            return self._text(raw, where) if kind == TEXT else raw
        places = struct.unpack(f"<{count}I", self._taken(first, count * SIZE_BYTES, where))
        starts = [first + SIZE_BYTES * number + away for number, away in enumerate(places)]
        return self._each(starts, kind, where)

    def _each(self, starts: Sequence[int], kind: Kind, where: str) -> tuple[Any, ...]:
        if isinstance(kind, Tables):
            return tuple(self.table(kind.of, start, f"{where}[{number}]") for number, start in enumerate(starts))
        if kind == TEXTS:
            return tuple(self._far(start, TEXT, f"{where}[{number}]") for number, start in enumerate(starts))
        raise ValueError(f"{where}: no kind of field is called {kind!r}")

    def _text(self, raw: bytes, where: str) -> str:
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise FlatBufferError(f"{where}: {raw[:20]!r} is no text") from None

    def _taken(self, at: int, size: int, where: str) -> bytes:
        self._need(at, size, where)
        self._left -= size
        if self._left < 0:
            raise FlatBufferError(f"{where}: the file's tables share more bytes than it has; it is no sound file")
        return self._data[at : at + size]

    def _need(self, at: int, size: int, where: str) -> None:
        if at < 0 or at + size > len(self._data):
            raise FlatBufferError(
                f"{where}: {size} bytes at {at} are not in the file, which has {len(self._data)}: "
                "it is cut, or no such file"
            )
