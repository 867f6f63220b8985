"""JSON of a known form: a version in front, and each member of the type that its dataclass says."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
KEY = "version"


class VersionedError(ValueError):
    """The text is damaged, or of another version."""


def to_versioned(item: object, version: int) -> str:
    """A dataclass as JSON; letters that no encoding has, such as those of damaged file names, become question marks.

    Args:
        item: the dataclass.
        version: that of its form; it grows with every change after which an older reader would misread the text.
    """
    members: dict[str, Any] = msgspec.to_builtins(item)
    text = json.dumps({KEY: version, **members}, separators=(",", ":"), ensure_ascii=False)
    return text.encode(errors="replace").decode()


def from_versioned(text: bytes, kind: type[T], version: int) -> T:
    """A dataclass from its JSON.

    Args:
        text: from `to_versioned`.
        kind: the dataclass.
        version: that of its form.

    Raises:
        VersionedError: the text is damaged, or of another version.
    """
    try:
        found = msgspec.json.decode(text, type=dict[str, Any]).get(KEY)
        if found != version:
            said = "without a version" if found is None else f"of version {found!r}"
            raise VersionedError(f"{said}; this is {version}")
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise VersionedError(f"damaged: {error}") from error
