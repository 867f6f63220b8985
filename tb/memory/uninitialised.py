"""What a memory answers where nothing was ever written."""

from __future__ import annotations

import numpy as np

from models.memory.sparse import Bytes, SparseMemory

_WORD_BYTES = 8
# An odd constant without structure (2^64 divided by the golden ratio): neighbouring words differ in every byte.
_SCRAMBLE = 0x9E37_79B9_7F4A_7C15


def uninitialised_bytes(address: int, size_bytes: int) -> Bytes:
    """The pattern of never-written bytes: it depends on the address only, and an HDL memory computes it as easily.

    The 8-byte word number n (address / 8) is (n + 1) times a 64-bit constant, modulo 2^64, its upper half folded onto
    its lower half by exclusive or, stored little-endian.

    Returns:
        uint8 [size_bytes].
    """
    first = address // _WORD_BYTES
    count = (address + size_bytes - 1) // _WORD_BYTES - first + 1
    words = np.uint64(first) + np.arange(1, count + 1, dtype=np.uint64)
    words *= np.uint64(_SCRAMBLE)
    words ^= words >> np.uint64(32)
    offset = address % _WORD_BYTES
    return words.astype("<u8").view(np.uint8)[offset : offset + size_bytes]


def read_memory(memory: SparseMemory, address: int, size_bytes: int) -> Bytes:
    """Consecutive bytes, uint8 [size_bytes]; the pattern stands in for those that the memory does not know.

    A zeroed memory knows what was never written: it is 0.
    """
    data, known = memory.read_known(address, size_bytes)
    if 0 not in known.tobytes():  # five times as fast as known.all() on so few bytes
        return data
    return np.where(known, data, uninitialised_bytes(address, size_bytes))
