"""Knobs as they are written on a command line."""

from __future__ import annotations

import shlex


def read_words(text: str) -> dict[str, str]:
    """Knobs as they are written: ``layers=20 profile=harsh``.

    Raises:
        ValueError: a word is no ``name=value``, or a name comes twice.
    """
    words: dict[str, str] = {}
    for word in shlex.split(text):
        name, is_there, value = word.partition("=")
        if not is_there or not name.isidentifier():
            raise ValueError(f"KNOBS: {word!r} is no name=value, such as layers=20")
        if name in words:
            raise ValueError(f"KNOBS: {name} is given twice")
        words[name] = value
    return words
