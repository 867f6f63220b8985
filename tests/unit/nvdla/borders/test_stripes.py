"""Which stripes a design has chosen, by the flags of its operations."""

import numpy as np
import pytest

from tb.nvdla.borders.expected.conv.operations import END, START, lengths_of


def flags(*lengths):
    """Of stripes of these lengths, one behind the other."""
    found = []
    for length in lengths:
        stripe = np.zeros(length, np.uint64)
        stripe[0] |= np.uint64(START)
        stripe[-1] |= np.uint64(END)
        found.append(stripe)
    return np.concatenate(found) if found else np.zeros(0, np.uint64)


@pytest.mark.parametrize(
    ("passed", "lengths"),
    [
        (flags(), ()),
        (flags(8, 8, 3, 3), (8, 3)),
        (flags(8, 8, 3, 3, 5, 5, 6, 6), (8, 3)),  # the next kernel group has its own, which should be the same
        (flags(11, 11), (11,)),
        (flags(8, 8, 2), (8, 2)),  # on its way
        (flags(8, 8, 3)[:-1], (8,)),  # on its way too, its end was not seen
        (flags(9, 9, 9, 9), (9,)),  # more than there are
        (np.zeros(22, np.uint64), ()),  # no end at all
    ],
)
def test_lengths_are_those_of_the_first_kernel_group(passed, lengths):
    assert lengths_of(passed, steps=2, count=11) == lengths
