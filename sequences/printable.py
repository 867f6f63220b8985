"""Names of files as one line of a report can hold them."""

from __future__ import annotations

from pathlib import Path


def printable(name: str | Path) -> str:
    """A name that begins no line and moves no cursor; different names stay different.

    Args:
        name: of a file or a folder, which may hold any character but one.
    """
    text = str(name)
    return text if text.isprintable() and "\\" not in text else repr(text)


def some_of(names: list[str], most: int = 10) -> str:
    """A list of names that may be long."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(map(printable, names[:most])) + more
