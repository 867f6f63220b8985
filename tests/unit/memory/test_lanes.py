"""Where beats are: many at once as one by one, and both as a table of bytes says."""

import numpy as np
import pytest

from tb.memory.axi import WHOLE_BEATS, BurstKind, BurstShape
from tb.memory.lanes import all_whole, places
from tb.memory.pins.outstanding import Burst


def bytes_of(burst, index):
    """The addresses that a beat moves, by AXI's own words: aligned, then on by the size."""
    size = 1 << burst.shape.size
    if burst.shape.kind is BurstKind.FIXED or index == 0:
        return range(burst.address, burst.address // size * size + size)
    start = burst.address // size * size + index * size
    return range(start, start + size)


def bursts(data_bytes, seed, count=60):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        size = int(rng.integers(data_bytes.bit_length()))
        kind = BurstKind.FIXED if rng.random() < 0.3 else BurstKind.INCR
        yield Burst(0, 4096 + int(rng.integers(512)), int(rng.integers(1, 10)), 0, BurstShape(size, kind))


@pytest.mark.parametrize("data_bytes", [4, 8, 64, 128])
@pytest.mark.parametrize("seed", range(3))
def test_beats_are_where_axi_says(data_bytes, seed):
    chosen = [(burst, index) for burst in bursts(data_bytes, seed) for index in range(burst.beats)]
    addresses = np.array([burst.address for burst, _ in chosen], np.uint64)
    codes = np.array([burst.shape.code for burst, _ in chosen], np.uint8)
    found = places(addresses, codes, np.array([index for _, index in chosen]), data_bytes)
    for row, (burst, index) in enumerate(chosen):
        expected, word = bytes_of(burst, index), burst.beat_address(index, data_bytes)
        assert word % data_bytes == 0
        assert (
            range(word + burst.lanes(index, data_bytes).start, word + burst.lanes(index, data_bytes).stop) == expected
        )
        assert int(found.addresses[row]) == word
        assert int.from_bytes(found.lanes[row].tobytes(), "little") == burst.strobe(index, data_bytes)


def test_without_a_size_the_whole_bus_moves():
    burst = Burst(0, 0x1234, 3)
    assert [burst.beat_address(index, 64) for index in range(3)] == [0x1200, 0x1240, 0x1280]
    assert burst.lanes(0, 64) == range(64)
    codes = np.full(3, WHOLE_BEATS.code, np.uint8)
    found = places(np.full(3, 0x1234, np.uint64), codes, np.arange(3), 64)
    assert found.addresses.tolist() == [0x1200, 0x1240, 0x1280]
    assert (found.lanes == (1 << 64) - 1).all()


@pytest.mark.parametrize(
    ("address", "shape", "whole"),
    [
        (3, WHOLE_BEATS, True),
        (64, BurstShape(3), True),
        (4, BurstShape(3), False),
        (64, BurstShape(2), False),
        (64, BurstShape(3, BurstKind.FIXED), False),
    ],
)
def test_runs_of_whole_words_are_known(address, shape, whole):
    assert all_whole(np.array([address, 64], np.uint64), np.full(2, shape.code, np.uint8), 8) is whole


@pytest.mark.parametrize(
    ("burst", "span"),
    [
        (Burst(0, 0x105, 2), (0x100, 0x10F)),
        (Burst(0, 0x105, 2, 0, BurstShape(1)), (0x104, 0x107)),
        (Burst(0, 0x105, 9, 0, BurstShape(2, BurstKind.FIXED)), (0x104, 0x107)),
        (Burst(0, 0x10C, 4, 0, BurstShape(2, BurstKind.WRAP)), (0x100, 0x10F)),
    ],
)
def test_what_a_burst_reaches(burst, span):
    assert burst.span(8) == span
