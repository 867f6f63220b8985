"""One seed for everything random: each component's generator hangs on the test's seed and the component's own path."""

from __future__ import annotations

import zlib

import numpy as np


def generator(seed: int, path: str) -> np.random.Generator:
    """A generator of its own for `path`: adding another component changes nobody else's stimulus.

    Args:
        seed: the test's seed.
        path: the component's path or purpose, such as ``env.ram`` or ``stimulus``.
    """
    return np.random.default_rng([seed, zlib.crc32(path.encode())])
