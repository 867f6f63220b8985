"""Arguments of wrong kinds: one line with the name, the value and what to write."""

import numpy as np
import pytest

from sequences.arguments import need_flag, need_kind, need_whole, need_whole_numbers


@pytest.mark.parametrize("value", [0, 7, np.int8(3)])
def test_whole_numbers_in_range_pass(value):
    need_whole("Layer: shift", value, (0, 7))
    need_whole_numbers("Layer: gaps", (value, value), 2, (0, 7))
    need_whole_numbers("Layer: gaps", np.array([value, value]), 2, (0, 7))


@pytest.mark.parametrize("value", [-1, 8, 1.0, "1", None, True, np.bool_(1), np.float32(1)])
def test_others_do_not(value):
    with pytest.raises(ValueError, match=r"^Layer: shift is .*: write a whole number from 0 to 7; it is a shift$"):
        need_whole("Layer: shift", value, (0, 7), "it is a shift")
    with pytest.raises(ValueError, match=r"^Layer: gaps is .*: write a whole number from 0 to 7$"):
        need_whole_numbers("Layer: gaps", (1, value), 2, (0, 7))


@pytest.mark.parametrize("value", [3, None, "12", (1,), (1, 2, 3), {1, 2}])
def test_rows_of_another_length_or_kind_do_not(value):
    with pytest.raises(ValueError, match=r"^Layer: gaps is .*: write 2 whole numbers from 0 to 7$"):
        need_whole_numbers("Layer: gaps", value, 2, (0, 7))


def test_flags():
    need_flag("Layer: relu", np.bool_(0))
    with pytest.raises(ValueError, match=r"^Layer: relu is 'no': write True or False$"):
        need_flag("Layer: relu", "no")


def test_kinds():
    need_kind("Layer: x", "a", str, "a text")
    with pytest.raises(ValueError, match=r"^Layer: x is of type ndarray: write a text$"):
        need_kind("Layer: x", np.arange(100), str, "a text")
