"""What memories hold as a program goes on, so that random words find data that suit them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from models.arrays.distinct import distinct
from models.memory.sparse import Addresses, Bytes, Flags, SparseMemory
from models.sophgo.alone import Memories
from models.sophgo.config.hardware import DDR, L2, LOCAL, STATIC
from models.sophgo.operations.operand import Operand
from models.sophgo.operations.operation import Values

NAMES = (DDR, LOCAL, STATIC, L2)


class Foreseen(Memories):
    """Memories with what is known of them.

    Args:
        rng: draws what nobody has written yet, when it is read.
        below: what they hold where nothing was written here; None: nothing.
    """

    def __init__(self, rng: np.random.Generator, below: Foreseen | None = None) -> None:
        self._rng, self._below = rng, below
        self._bytes = {name: SparseMemory() for name in NAMES}

    def read(self, operand: Operand) -> Values:
        """The elements of an operand; random ones where nobody knows them, which are known from then on."""
        where = _bytes_of(operand)
        data, known = self.look(operand.memory, where)
        if not known.all():
            data = np.where(known, data, self._rng.integers(0, 256, data.shape, np.uint8))
            self.put(operand.memory, where, data)
            data, _ = self.look(operand.memory, where)  # where elements meet, one of them stays
        return np.ascontiguousarray(data).view(operand.dtype).reshape(operand.addresses.shape)

    def write(self, operand: Operand, values: Values) -> None:
        """Put values where an operand has its first elements."""
        flat = np.ascontiguousarray(values).astype(operand.dtype, copy=False).ravel()
        self.put(operand.memory, _bytes_of(operand)[: flat.size * operand.dtype.itemsize], flat.view(np.uint8))

    def look(self, memory: str, addresses: Addresses) -> tuple[Bytes, Flags]:
        """Bytes at addresses, and which of them are known."""
        found, flags = self._bytes[memory].read_chunks(addresses, 1)
        data, known = found[:, 0], flags[:, 0]
        if self._below is None:
            return data, known
        below, known_below = self._below.look(memory, addresses)
        return np.where(known, data, below), known | known_below

    def put(self, memory: str, addresses: Addresses, data: Bytes) -> None:
        """Write bytes to addresses."""
        self._bytes[memory].write_chunks(addresses, data.reshape(-1, 1))

    def differs(self, memory: str, addresses: Addresses) -> bool:
        """Whether bytes are not what they are below."""
        assert self._below is not None
        data, known = self.look(memory, addresses)
        below, known_below = self._below.look(memory, addresses)
        return bool((known & (~known_below | (data != below))).any())


def _bytes_of(operand: Operand) -> Addresses:
    """The addresses of all bytes, element by element."""
    every = operand.addresses.reshape(-1, 1) + np.arange(operand.dtype.itemsize)
    return every.ravel().astype(np.uint64)


def bytes_of(operands: Iterable[Operand], memory: str) -> Addresses:
    """The addresses of all bytes of operands in a memory, each once, ascending."""
    found = [_bytes_of(operand) for operand in operands if operand.memory == memory]
    return distinct(np.concatenate(found)) if found else np.zeros(0, np.uint64)
