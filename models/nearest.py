"""Names that are nearly what was written, for messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """The end of a message about a name that is none: ``; did you mean AVERAGE?``, or nothing if none is near.

    Args:
        name: what was written, in capitals or not.
        known: the names that there are.
    """
    folded = {item.casefold(): item for item in known}
    near = get_close_matches(str(name).casefold(), folded, n=1)
    return f"; did you mean {folded[near[0]]}?" if near else ""
