"""Seeds as a list of numbers and ranges."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from tb.cli.options.shared import LARGEST_SEED

SEED_DIGITS = len(str(LARGEST_SEED))


def seeds(most: int) -> Callable[[str], list[int]]:
    """What reads seeds such as ``1,5,10-20``.

    Args:
        most: how many there may be.
    """

    def read(text: str) -> list[int]:
        chosen: list[int] = []
        for part in re.split(r"[,\s]+", text.strip()):
            match = re.fullmatch(rf"(\d{{1,{SEED_DIGITS}}})(?:-(\d{{1,{SEED_DIGITS}}}))?", part)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if not first <= last <= LARGEST_SEED:
                raise argparse.ArgumentTypeError(
                    f"SEEDS={text}: {part!r} is neither a number nor a range such as 1-20, up to {LARGEST_SEED}"
                )
            if len(chosen) + last - first >= most:
                raise argparse.ArgumentTypeError(f"SEEDS={text}: more than {most} seeds; take them in turns")
            chosen += range(first, last + 1)
        return chosen

    return read
