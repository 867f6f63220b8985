"""The groups of a unit take turns."""

import numpy as np
import pytest

from sequences.nvdla.firmware.turns import turns


def played(layers, group, overlap):
    return list(turns(np.random.default_rng(1), layers, group, overlap))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("overlap", [0.0, 0.5, 1.0])
def test_groups_take_turns_until_all_layers_have_run(first, overlap):
    groups = [group for pair in played(9, first, overlap) for group in pair]
    assert groups == [first ^ at & 1 for at in range(9)]


def test_both_are_played_as_often_as_wanted():
    assert {len(pair) for pair in played(9, 0, 0.0)} == {1}
    assert [len(pair) for pair in played(9, 0, 1.0)] == [2, 2, 2, 2, 1]
    assert {len(pair) for pair in played(50, 0, 0.5)} == {1, 2}
