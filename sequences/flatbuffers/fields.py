"""How a table's fields lie in a file: said where its dataclass defines them.

A dataclass stands for a table, its fields in the order of the table's schema::

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Blob:
        name: str = flat(TEXT)
        size: int = flat("Q")
        data: bytes = flat(BYTES)
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, fields
from typing import Any

TEXT, BYTES, TEXTS = "text", "bytes", "texts"
"""A string, a vector of bytes, a vector of strings."""
KEY = "flat"
SCALARS = "bBhHiIqQfd"
"""Letters of `struct`, as numbers lie in a file."""
SIZE_BYTES, SHORT_BYTES = 4, 2
"""Of a length or of how far something is away; of what a list of a table's fields holds."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """A vector of numbers.

    Attributes:
        letter: one of `SCALARS`.
    """

    letter: str


@dataclass(frozen=True, slots=True)
class InPlace:
    """Numbers that lie in a table itself, which the format calls a struct.

    Attributes:
        letters: of `SCALARS`, all of one size.
    """

    letters: str


@dataclass(frozen=True, slots=True)
class Tables:
    """A vector of tables.

    Attributes:
        of: their dataclass.
    """

    of: type[Any]


Kind = str | Numbers | InPlace | Tables


def flat(kind: Kind) -> Any:  # noqa: ANN401 - a field, whatever its type
    """A field of a table, what a file leaves out being 0 or empty.

    Args:
        kind: `TEXT`, `BYTES`, `TEXTS`, `Numbers`, `InPlace`, `Tables`, or a letter of `SCALARS` for a number.
    """
    return field(default=empty(kind), metadata={KEY: kind})


def kinds(table: type[Any]) -> list[tuple[str, Kind]]:
    """Names and kinds of a table's fields, in order."""
    return [(item.name, item.metadata[KEY]) for item in fields(table)]


def empty(kind: Kind) -> Any:  # noqa: ANN401 - by kind
    """What a field holds that a file leaves out."""
    if isinstance(kind, InPlace):
        return (0,) * len(kind.letters)
    if isinstance(kind, Numbers | Tables) or kind == TEXTS:
        return ()
    return {TEXT: "", BYTES: b""}.get(kind, 0)


def in_place_bytes(kind: Kind) -> int:
    """Bytes that a field takes in the table itself, and to which it is aligned, but for the former of a struct."""
    letters = kind.letters if isinstance(kind, InPlace) else kind if is_number(kind) else ""
    return struct.calcsize(f"<{letters}") if letters else SIZE_BYTES


def is_number(kind: Kind) -> bool:
    """Whether it is one."""
    return isinstance(kind, str) and kind in SCALARS
