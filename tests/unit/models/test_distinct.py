"""Which values are among others, sorted or not."""

import numpy as np
import pytest

from models.arrays.distinct import contained


@pytest.mark.parametrize("seed", range(12))
def test_as_numpy_says(seed):
    rng = np.random.default_rng(seed)
    values, among = (rng.integers(0, 40, size).astype(np.uint64) for size in rng.integers(0, 30, 2))
    if seed % 2:
        among.sort()
    assert np.array_equal(contained(values, among), np.isin(values, among))
