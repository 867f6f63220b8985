"""Names of files as one line of a report can hold them."""

from __future__ import annotations

from pathlib import Path

LIST_CHARACTERS = 600
"""How long a list of names in a message may be."""


def printable(name: str | Path) -> str:
    """A name that begins no line and moves no cursor; different names stay different.

    Args:
        name: of a file or a folder, which may hold any character but one.
    """
    text = str(name)
    return text if text.isprintable() and "\\" not in text else repr(text)


def some_of(names: list[str], most: int = 10) -> str:
    """A list of names that may be long, of names that may be long themselves.

    Args:
        names: all of them.
        most: how many are told; fewer where they would fill more than `LIST_CHARACTERS`.
    """
    shown: list[str] = []
    for name in map(_shortened, names[:most]):
        if shown and len(", ".join([*shown, name])) > LIST_CHARACTERS:
            break
        shown.append(name)
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _shortened(name: str) -> str:
    text = printable(name)
    return text if len(text) <= LIST_CHARACTERS else text[: LIST_CHARACTERS - 3] + "..."
