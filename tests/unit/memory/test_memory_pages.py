"""Chunks that lie behind each other are as good as one run of bytes: both ways to find their pages agree."""

import numpy as np
import pytest

from models.memory import pages
from models.memory.pages import chunks_by_page
from models.memory.sparse import PAGE_BYTES, SparseMemory

TOP = (1 << 64) - 4 * PAGE_BYTES
RUN_BY_RUN, PAGE_BY_PAGE = 0, 1 << 40


def lines(rng, chunk_bytes):
    """Addresses of a few lines of a layer: runs with gaps between, now and then one that comes again."""
    bases = rng.choice(np.array([0, 0x8000_0000, TOP], np.uint64), 3)
    runs = []
    for base in bases:
        start = int(rng.integers(PAGE_BYTES // chunk_bytes))
        count = int(rng.integers(1, 3 * PAGE_BYTES // chunk_bytes))
        runs.append(base + np.arange(start, start + count, dtype=np.uint64) * np.uint64(chunk_bytes))
    return np.concatenate([*runs, runs[0]])


def either(monkeypatch, action):
    """What an action gives in either way."""
    results = []
    for long_run in (RUN_BY_RUN, PAGE_BY_PAGE):
        monkeypatch.setattr(pages, "_LONG_RUN", long_run)
        results.append(action())
    return results


def content(memory):
    return [(address, data.tobytes(), known.tobytes()) for address, data, known in memory.pages()]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("chunk_bytes", [32, 64, PAGE_BYTES])
def test_both_ways_find_every_chunk_in_its_page(monkeypatch, seed, chunk_bytes):
    addresses = lines(np.random.default_rng(seed), chunk_bytes)

    def found():
        where = {}
        for page, rows, inside in chunks_by_page(addresses, chunk_bytes):
            chunks, chunks_of_page = np.arange(len(addresses))[rows], np.arange(PAGE_BYTES // chunk_bytes)[inside]
            for chunk, chunk_of_page in zip(chunks.tolist(), chunks_of_page.tolist(), strict=True):
                assert chunk not in where
                where[chunk] = page * PAGE_BYTES + chunk_of_page * chunk_bytes
        return where

    expected = dict(enumerate(addresses.tolist()))
    assert either(monkeypatch, found) == [expected, expected]


@pytest.mark.parametrize("seed", range(10))
def test_both_ways_store_and_read_the_same(monkeypatch, seed):
    def play():
        rng, memory, read = np.random.default_rng(seed), SparseMemory(0xA5), []
        for _ in range(6):
            addresses = lines(rng, 64)
            data = rng.integers(0, 256, (len(addresses), 64), np.uint8)
            known = rng.random(data.shape) < 0.999 if rng.random() < 0.5 else None
            memory.write_chunks(addresses, data, known)
            again = lines(rng, 64)
            chunks, flags = memory.read_chunks(again, 64)
            assert memory.knows_all(again, 64) == flags.all()
            read.append((chunks.tobytes(), flags.tobytes()))
        return read, content(memory)

    one, other = either(monkeypatch, play)
    assert one == other


def test_the_first_address_is_not_behind_the_last():
    memory, addresses = SparseMemory(), np.array([(1 << 64) - 64, 0], np.uint64)
    memory.write_chunks(addresses, np.full((2, 64), 7, np.uint8))
    assert [address for address, _, _ in memory.pages()] == [0, (1 << 64) - PAGE_BYTES]


@pytest.mark.parametrize("again", ["forget", "write"])
def test_pages_that_were_written_whole_are_each_their_own(again):
    """They share their flags: what becomes unknown in one stays known in the other."""
    memory, whole = SparseMemory(), np.arange(2 * PAGE_BYTES).astype(np.uint8)
    memory.write(0, whole)
    addresses = np.arange(0, 2 * PAGE_BYTES, 64, dtype=np.uint64)
    assert memory.knows_all(addresses, 64)
    if again == "forget":
        memory.forget(np.array([64], np.uint64), 64)
    else:
        memory.write(64, bytes(64), np.zeros(64, np.bool_))
    assert not memory.knows_all(addresses, 64)
    assert np.flatnonzero(~memory.known(0, 2 * PAGE_BYTES)).tolist() == list(range(64, 128))
    _, known = memory.read_chunks(addresses, 64)
    assert np.flatnonzero(~known.all(axis=1)).tolist() == [1]


def test_what_is_written_whole_is_a_copy():
    memory, data = SparseMemory(), np.zeros((64, 64), np.uint8)
    memory.write_chunks(np.arange(0, PAGE_BYTES, 64, dtype=np.uint64), data)
    memory.write(PAGE_BYTES, data.reshape(-1))
    data[:] = 1
    assert not memory.read(0, 2 * PAGE_BYTES).any()
