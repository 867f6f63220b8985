"""What a simulator's compiler complains about, out of all that it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

SHOWN_LINES = 12
_ERROR_THEN_WARNING = (re.compile(r"%Error|\berror:", re.IGNORECASE), re.compile(r"error|%Warning", re.IGNORECASE))
"""Errors first: warnings do not stop every design, and there may be hundreds in front."""


def complaints(lines: Sequence[str]) -> list[str]:
    """The first lines that say why a design does not compile: from its first error on, else from its first warning."""
    found = (n for pattern in _ERROR_THEN_WARNING for n, line in enumerate(lines) if pattern.search(line))
    first = next(found, 0)
    return list(lines[first : first + SHOWN_LINES])
