"""Arguments that RTL asks for with ``$test$plusargs`` and ``$value$plusargs``."""

from __future__ import annotations

from collections.abc import Sequence

from tb.runner.errors import printable


def wrong_plusarg(words: Sequence[str]) -> str:
    """What is wrong with the first of some words that is no such argument; empty if all are."""
    for word in words:
        if len(word) < 2 or not word.startswith("+") or word.split() != [word]:
            return f"{printable(word)!r}: not a plus with a name behind it, such as +trace or +level=3"
    return ""
