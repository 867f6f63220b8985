"""Compressed weights: what was packed comes back; what streams lack or do not tell is unknown."""

import numpy as np
import pytest

from models.arrays.flags import all_set
from models.nvdla.conv.fetch.compression import ByteStream, compress, decompress, disagreement, group_updates

GROUPS = (40, 40, 7)
ENTRY = 128


def elements(rng, size, zeros=0.6):
    values = rng.integers(0, 256, (sum(GROUPS), size), np.uint8)
    values[rng.random(len(values)) < zeros] = 0
    return values


def again(streams, size, mask_known=None, weights_known=None):
    return decompress(stream(streams.mask, mask_known), stream(streams.weights, weights_known), GROUPS, size)


def stream(data, known=None):
    return ByteStream(data, all_set(data.shape) if known is None else known)


@pytest.mark.parametrize("zeros", [0, 0.6, 1])
@pytest.mark.parametrize("size", [1, 2])
def test_streams_are_what_the_page_says(size, zeros, rng):
    values = elements(rng, size, zeros)
    streams = compress(values, GROUPS, ENTRY)
    there = [value for value in values.tolist() if any(value)]
    bits = [streams.mask[number // 8] >> number % 8 & 1 for number in range(8 * len(streams.mask))]
    assert bits == [int(any(value)) for value in values.tolist()] + [0] * (len(bits) - len(values))
    stored = [byte for value in there for byte in value]
    assert streams.weights.tolist() == stored + [0] * (len(streams.weights) - len(stored))
    sizes = streams.sizes.view("<u4").tolist()
    first = 0
    for number, count in enumerate(GROUPS):
        assert sizes[number] == sum(any(value) for value in values[first : first + count].tolist()) * size
        first += count
    assert {len(stream) % ENTRY for stream in (streams.mask, streams.weights, streams.sizes)} == {0}
    found = again(streams, size)
    assert found.known.all()
    assert (found.elements == values).all()
    assert disagreement(found, streams.sizes, len(streams.mask), len(streams.weights)) == ""


def test_elements_that_weights_lack_are_unknown(rng):
    values = elements(rng, 2)
    streams = compress(values, GROUPS, ENTRY)
    short = decompress(stream(streams.mask), stream(streams.weights[:21]), GROUPS, 2)
    there = values.any(axis=1)
    assert (short.known == (~there | (np.cumsum(there) <= 10))).all()
    assert (short.elements[short.known] == values[short.known]).all()


def test_unknown_weights_are_unknown_elements(rng):
    values = elements(rng, 2)
    streams = compress(values, GROUPS, ENTRY)
    known = np.ones(streams.weights.shape, np.bool_)
    known[[5, 30]] = False
    there = values.any(axis=1)
    found = again(streams, 2, weights_known=known)
    assert np.flatnonzero(~found.known).tolist() == np.flatnonzero(there)[[2, 15]].tolist()


def test_behind_an_unknown_bit_only_zeros_are_known(rng):
    values = elements(rng, 1)
    streams = compress(values, GROUPS, ENTRY)
    known = np.ones(streams.mask.shape, np.bool_)
    known[3] = False
    found = again(streams, 1, mask_known=known)
    there, places = values.any(axis=1), np.arange(len(values))
    assert (found.known == ((places < 24) | (places >= 32) & ~there)).all()


def test_a_mask_that_ends_early_tells_nothing_behind_it(rng):
    streams = compress(elements(rng, 1), GROUPS, ENTRY)
    found = decompress(stream(streams.mask[:5]), stream(streams.weights), GROUPS, 1)
    assert found.known[:40].all()
    assert not found.known[40:].any()


def test_streams_that_do_not_agree_are_named(rng):
    values = elements(rng, 2)
    values[0] = 1
    streams = compress(values, GROUPS, ENTRY)
    found = again(streams, 2)
    total = int(found.group_bytes.sum())
    assert disagreement(found, streams.sizes, 10, 128) == "WMB has 10 bytes, 87 elements need 11"
    message = disagreement(found, streams.sizes, 128, total - 1)
    assert message == f"there are {total - 1} bytes of weights, WMB needs {total}"
    assert disagreement(found, streams.sizes[:8], 128, total) == "WGS has 8 bytes, 3 kernel groups need 12"
    sizes = streams.sizes.copy()
    sizes[4] ^= 2
    wrong, right = (stream.view("<u4")[1] for stream in (sizes, streams.sizes))
    assert disagreement(found, sizes, 128, total) == (f"WGS says {wrong} bytes of kernel group 1, WMB says {right}")


def all_there(rng):
    """Three groups of 80, 80 and 14 bytes, and their sizes."""
    values = rng.integers(1, 256, (sum(GROUPS), 2), np.uint8)
    streams = compress(values, GROUPS, ENTRY)
    return again(streams, 2), streams.sizes.view("<u4").copy()


def test_groups_are_told_of_by_their_sizes(rng):
    found, sizes = all_there(rng)
    good = group_updates(found, sizes.view(np.uint8), ENTRY, 2 * ENTRY, ENTRY)
    assert (good.never, good.early.tolist()) == (None, [False, False, False])


@pytest.mark.parametrize(
    ("changed", "streams", "never", "early"),
    [
        ({0: 257}, (128, 256), 0, [False] * 3),
        ({1: 177}, (128, 256), 1, [False] * 3),
        ({0: 128, 1: 0}, (128, 256), None, [False, True, False]),
        ({2: 1 << 31}, (128, 256), None, [False] * 3),
        ({}, (8, 256), 1, [False] * 3),
        ({}, (10, 256), None, [False] * 3),
        ({}, (128, 128), 1, [False, False, True]),
        ({1: 48}, (128, 128), None, [False, True, True]),
    ],
)
def test_wrong_sizes_make_it_wait_or_come_early(rng, changed, streams, never, early):
    found, sizes = all_there(rng)
    for group, size in changed.items():
        sizes[group] = size
    got = group_updates(found, sizes.view(np.uint8), *streams, ENTRY)
    assert (got.never, got.early.tolist()) == (never, early)
