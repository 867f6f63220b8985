"""A view of one flag is taken for the array that it stands for."""

import numpy as np
import pytest

from models.arrays.flags import all_set, count_set, every, writable


@pytest.mark.parametrize("shape", [(0, 32), (1, 1), (5, 32)])
def test_flags_that_are_all_set(shape):
    flags = all_set(shape)
    assert flags.shape == shape
    assert every(flags)
    assert count_set(flags) == flags.size
    assert np.array_equal(flags, np.ones(shape, bool))


@pytest.mark.parametrize("seed", range(5))
def test_any_other_flags(seed):
    flags = np.random.default_rng(seed).random((seed, 3)) < 0.5
    assert every(flags) == flags.all()
    assert count_set(flags) == flags.sum()
    none = np.broadcast_to(np.False_, (2, 3))
    assert not every(none)
    assert count_set(none) == 0


def test_a_view_is_copied_before_it_is_written_to():
    flags = all_set((4, 2))
    own = writable(flags)
    own[1] = False
    assert count_set(own) == 6
    assert every(flags)
    assert writable(own) is own
