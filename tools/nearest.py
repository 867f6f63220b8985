"""``python3 -m tools.nearest <name> <names>``: prints which of the names is most like the first, for the Makefile."""

from __future__ import annotations

import sys
from difflib import get_close_matches


def nearest(name: str, names: list[str]) -> str:
    """Find the name that was probably meant; its case does not count.

    Args:
        name: what was written.
        names: what there is.

    Returns:
        The one most like it; empty if none is.
    """
    return next(iter(get_close_matches(name.upper(), names, n=1)), "")


if __name__ == "__main__":
    print(nearest(sys.argv[1], sys.argv[2:]))
