"""Entries of the buffer as they were written, wherever their ring stands, and those that went astray."""

import numpy as np
import pytest

from models.nvdla.config import find_config
from tb.nvdla.borders.expected.conv.entries import gathered
from tb.taps import read_tap
from tests.tap_files import write_tap

CONFIG = find_config("nv_small_256_full")  # entries of four atoms of 8 bytes
RING = range(4)


def entry(number, byte):
    """The writes of an entry, atom by atom."""
    return [(number << 260 | 1 << 256 + atom | byte << 64 * atom) for atom in range(4)]


@pytest.mark.parametrize(
    ("numbers", "there"),
    [
        ((2, 3, 0), [1, 1, 1]),  # it wraps
        ((2, 3), [1, 1]),  # one is on its way
        ((2, 3, 4), [1, 1, 0]),  # it runs past the end
    ],
)
def test_entries_of_a_ring(tmp_path, numbers, there):
    writes = [(time, 0, 0, payload) for time, number in enumerate(numbers) for payload in entry(number, 7 + time)]
    tap = read_tap(write_tap(tmp_path, *writes, width=12 + 4 + 256))
    found = gathered(tap, CONFIG, [(np.ones((3, CONFIG.cbuf_entry_bytes), np.bool_), RING)])
    assert found[:, -1].tolist() == there
    assert found[:, 0].tolist() == [7, 8, 9][: len(there)]
