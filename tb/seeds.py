"""One seed for everything random: each component's generator hangs on the test's seed and the component's own path."""

from __future__ import annotations

import os
import zlib

import numpy as np

SEED_VARIABLE = "COCOTB_RANDOM_SEED"
"""Environment variable with the run's seed, which cocotb and the runner name alike."""


def seed_of(test: str) -> int:
    """The seed of a test: the run's seed, and what the test is called, wherever it stands.

    The seeds of a test follow each other as those of its runs do: one that plays a part of something with each seed
    has played all parts after so many runs.

    Args:
        test: name of the test's class.

    Raises:
        RuntimeError: the run has no seed.
    """
    text = os.environ.get(SEED_VARIABLE)
    if not text:
        raise RuntimeError(f"{SEED_VARIABLE} is not set: all that is random in {test} hangs on it")
    return int(text) + zlib.crc32(test.encode())


def generator(seed: int, path: str) -> np.random.Generator:
    """A generator of its own for `path`: adding another component changes nobody else's stimulus.

    Args:
        seed: the test's seed.
        path: the component's path or purpose, such as ``env.ram`` or ``stimulus``.
    """
    return np.random.default_rng([seed, zlib.crc32(path.encode())])
