"""Which groups random stimulus uses next: the two of a unit take turns, and sometimes both are in flight."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sequences.draw import chance


def turns(rng: np.random.Generator, layers: int, group: int, overlap: float) -> Iterator[tuple[int, ...]]:
    """One group or both, again and again until as many layers have been played.

    Args:
        rng: draws how many.
        layers: how many layers to play, one a group.
        group: whose turn it is.
        overlap: how often both are played at a time.
    """
    while layers > 0:
        groups = (group, group ^ 1) if layers > 1 and chance(rng, overlap) else (group,)
        yield groups
        layers -= len(groups)
        group = groups[-1] ^ 1
