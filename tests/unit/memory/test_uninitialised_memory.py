from __future__ import annotations

import numpy as np
import pytest

from models.memory.sparse import SparseMemory
from tb.memory.uninitialised import read_memory, uninitialised_bytes


def test_pattern_follows_its_definition():
    """As the docstring says it, with Python's integers."""
    for address in (0, 8, 0x8000_0040, (1 << 64) - 8):
        word = (address // 8 + 1) * 0x9E37_79B9_7F4A_7C15 % (1 << 64)
        word ^= word >> 32
        assert uninitialised_bytes(address, 8).tobytes() == word.to_bytes(8, "little")


def test_pattern_depends_on_the_address_only():
    whole = uninitialised_bytes(0x1000, 512)
    for start, size in ((0, 512), (3, 64), (64, 1), (100, 13)):
        assert (uninitialised_bytes(0x1000 + start, size) == whole[start : start + size]).all()


def test_pattern_is_no_constant_and_does_not_repeat():
    atoms = uninitialised_bytes(0x8000_0000, 1 << 16).reshape(-1, 32)
    assert len(np.unique(atoms, axis=0)) == len(atoms)


def test_pattern_fills_the_gaps_of_what_was_written():
    memory = SparseMemory()
    memory.write(0x110, bytes(16))
    memory.write(0x128, bytes(4), np.zeros(4, bool))  # made unknown again
    expected = uninitialised_bytes(0x100, 64)
    expected[0x10:0x20] = 0
    assert (read_memory(memory, 0x100, 64) == expected).all()
    memory.write(0x100, bytes(range(64)))
    assert read_memory(memory, 0x100, 64).tolist() == list(range(64))


@pytest.mark.parametrize("whole", [False, True])
def test_a_zeroed_memory_reads_as_0_until_it_is_written_and_after_a_clear(whole):
    memory, addresses = SparseMemory(zeroed=True), np.arange(0x0FC0, 0x4040, 64, dtype=np.uint64)
    size = 64 * len(addresses)
    data = np.random.default_rng(1).integers(1, 256, size, np.uint8)
    part = slice(0, size) if whole else slice(100, 200)
    for _ in range(2):
        assert not read_memory(memory, 0x0FC0, size).any()
        assert memory.known(0x0FC0, size).all()
        assert not memory.written_chunks(addresses, 64).any()
        memory.write(0x0FC0 + part.start, data[part])
        expected = np.zeros(size, np.uint8)
        expected[part] = data[part]
        assert (read_memory(memory, 0x0FC0, size) == expected).all()
        assert memory.known(0x0FC0, size).all()
        assert (memory.written_chunks(addresses, 64).reshape(-1) == (expected != 0)).all()
        memory.clear()


def test_what_became_unknown_in_a_zeroed_memory_is_neither_known_nor_never_written():
    memory, addresses = SparseMemory(zeroed=True), np.array([0x40, 0x1000], np.uint64)
    memory.forget(addresses[:1], 64)
    memory.write_chunks(addresses[1:], np.ones((1, 64), np.uint8), np.arange(64)[None] < 10)
    known = memory.read_chunks(addresses, 64)[1]
    assert known.sum(axis=1).tolist() == [0, 10]
    assert memory.known(0, 0x40).all()
    assert memory.written_chunks(addresses, 64).all()
