"""SparseMemory against a dictionary of bytes, by random operations."""

from __future__ import annotations

import numpy as np
import pytest

from models.memory.sparse import PAGE_BYTES, SparseMemory

FILL = 0xA5
BASES = (0, 0x8000_0000, (1 << 64) - 4 * PAGE_BYTES)


class DictMemory:
    def __init__(self):
        self.bytes, self.known = {}, {}

    def write(self, address, data, known):
        for index, value in enumerate(data.tolist()):
            self.bytes[address + index] = value
            self.known[address + index] = bool(known[index])

    def read(self, address, size):
        addresses = range(address, address + size)
        return [self.bytes.get(at, FILL) for at in addresses], [self.known.get(at, False) for at in addresses]


def address_below(rng, size, step=1):
    return int(rng.choice(np.array(BASES, np.uint64))) + step * int(rng.integers((4 * PAGE_BYTES - size) // step + 1))


@pytest.mark.parametrize("seed", range(8))
def test_bytes_like_a_dictionary(seed):
    rng = np.random.default_rng(seed)
    memory, model = SparseMemory(FILL), DictMemory()
    for _ in range(60):
        size = int(rng.choice([0, 1, 31, 64, PAGE_BYTES, 2 * PAGE_BYTES + 5]))
        address, data = address_below(rng, size), rng.integers(0, 256, size, np.uint8)
        known = rng.random(size) < 0.7 if rng.random() < 0.5 else None
        memory.write(address, data if rng.random() < 0.5 else data.tobytes(), known)
        model.write(address, data, np.ones(size, bool) if known is None else known)
        size = int(rng.choice([0, 1, 64, PAGE_BYTES + 7]))
        address = address_below(rng, size)
        data, flags = model.read(address, size)
        assert memory.read(address, size).tolist() == data
        assert memory.known(address, size).tolist() == flags
        both = memory.read_known(address, size)
        assert (both[0].tolist(), both[1].tolist()) == (data, flags)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("chunk_bytes", [1, 32, 64, PAGE_BYTES])
def test_chunks_like_a_dictionary(seed, chunk_bytes):
    rng = np.random.default_rng(seed)
    memory, model = SparseMemory(FILL), DictMemory()
    for _ in range(10):
        addresses = [address_below(rng, chunk_bytes, chunk_bytes) for _ in range(int(rng.integers(1, 12)))]
        addresses += addresses[:1]  # one address twice: the later one stays
        data = rng.integers(0, 256, (len(addresses), chunk_bytes), np.uint8)
        known = rng.random(data.shape) < 0.7 if rng.random() < 0.5 else np.ones(data.shape, bool)
        memory.write_chunks(np.array(addresses, np.uint64), data, known)
        for row, address in enumerate(addresses):
            model.write(address, data[row], known[row])
        forgotten = addresses[:2]
        memory.forget(np.array(forgotten, np.uint64), chunk_bytes)
        for address in forgotten:
            model.known.update(dict.fromkeys(range(address, address + chunk_bytes), False))
        wanted = [*addresses, address_below(rng, chunk_bytes, chunk_bytes)]
        got, flags = memory.read_chunks(np.array(wanted, np.uint64), chunk_bytes)
        expected = [model.read(address, chunk_bytes) for address in wanted]
        assert got.tolist() == [values for values, _ in expected]
        assert flags.tolist() == [values for _, values in expected]


def test_no_chunks_at_all():
    memory, nowhere = SparseMemory(FILL), np.zeros(0, np.uint64)
    memory.write_chunks(nowhere, np.zeros((0, 32), np.uint8))
    memory.forget(nowhere, 32)
    data, known = memory.read_chunks(nowhere, 32)
    assert data.shape == known.shape == (0, 32)
    assert not list(memory.pages())


def test_what_was_read_is_a_copy():
    memory = SparseMemory(FILL)
    memory.write(64, bytes(64))
    memory.read(64, 64)[:] = 1
    memory.known(64, 64)[:] = False
    memory.read_chunks(np.array([64], np.uint64), 64)[0][:] = 1
    assert not memory.read(64, 64).any()
    assert memory.known(64, 64).all()


def test_pages_come_lowest_first_and_clear_removes_them():
    memory = SparseMemory(FILL)
    for page in (7, 1, 3):
        memory.write(page * PAGE_BYTES + 5, bytes([page]))
    pages = list(memory.pages())
    assert [address for address, _, _ in pages] == [PAGE_BYTES, 3 * PAGE_BYTES, 7 * PAGE_BYTES]
    assert all(np.flatnonzero(known).tolist() == [5] for _, _, known in pages)
    assert [int(data[5]) for _, data, _ in pages] == [1, 3, 7]
    assert all(int(data[4]) == FILL for _, data, _ in pages)
    memory.clear()
    assert not list(memory.pages())
    assert memory.read(PAGE_BYTES + 5, 1).tolist() == [FILL]
