from __future__ import annotations

import numpy as np

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
