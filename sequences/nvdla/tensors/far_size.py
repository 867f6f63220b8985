"""Sizes of random cubes that go as far as registers let them: where counters end too soon."""

from __future__ import annotations

import numpy as np

from sequences.draw import far

ATOMS_AT_MOST = 1 << 16
"""Of a cube that goes far: so many that a simulator plays it in seconds."""


def far_size(rng: np.random.Generator, lanes: int, most: int) -> tuple[int, int, int]:
    """Channels, lines and columns, one of which goes as far as it may.

    Args:
        rng: draws them.
        lanes: elements of an atom.
        most: the most that registers hold of each.
    """
    size = [int(rng.integers(1, 2 * lanes + 1)), *(int(few) for few in rng.integers(1, 3, 2))]
    size[int(rng.integers(3))] = far(rng, most)
    channels, height, width = size
    return channels, height, width
