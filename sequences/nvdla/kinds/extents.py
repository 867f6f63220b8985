"""Sizes of cubes and gaps between their lines and surfaces, of every order: what layers of each unit are tried with."""

from __future__ import annotations

from collections.abc import Sequence

from sequences.draw import ladder

GAPS = (0, 1, 2, 3, 5, 12, 20, 40, 100, 200)
"""Between lines and between surfaces, in multiples of what these are aligned to."""
Gaps = tuple[int, int]


def gap_pairs(gaps: Sequence[int] = GAPS) -> list[tuple[Gaps, Gaps]]:
    """Gaps between lines and surfaces of what is read and of what is written: each of them at each of the four."""
    count = len(gaps)
    return [
        ((gaps[at], gaps[(at + 3) % count]), (gaps[(at + 5) % count], gaps[(at + 6) % count])) for at in range(count)
    ]


def cube_sizes(lanes: int, most: int, columns: int = 4) -> list[tuple[int, int, int]]:
    """Channels, lines and columns of cubes with a width, then a height, then channels of every order.

    Args:
        lanes: channels of those of which it is not about these.
        most: the most that there may be of each.
        columns: widths that come one by one.
    """
    sizes = [(lanes, 1, width) for width in ladder(columns, most)]
    sizes += [(lanes, height, 1) for height in ladder(4, most)]
    return sizes + [(channels, 1, 1) for channels in ladder(4, most)]
