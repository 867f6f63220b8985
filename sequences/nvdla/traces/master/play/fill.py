"""What memory holds that a trace fills with a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from models.memory.sparse import Bytes
from sequences.nvdla.traces.master.commands import FillMemory

CHUNK_BYTES = 1 << 20
"""What is put into memory at a time."""


def _constant(value: int) -> Callable[[FillMemory, int, int], Bytes]:
    return lambda _, __, size_bytes: np.full(size_bytes, value, np.uint8)


def _random(fill: FillMemory, start: int, size_bytes: int) -> Bytes:
    """Random bytes, the same whenever the trace is played."""
    return np.random.default_rng([fill.address, fill.line, start]).integers(0, 256, size_bytes, np.uint8)


def _addresses(fill: FillMemory, start: int, size_bytes: int) -> Bytes:
    """The low byte of each address."""
    return (np.arange(size_bytes, dtype=np.uint64) + np.uint64(fill.address + start)).astype(np.uint8)


BYTES: Mapping[str, Callable[[FillMemory, int, int], Bytes]] = MappingProxyType(
    {
        "ALL_ZERO": _constant(0),
        "RANDOM": _random,
        "ONES": _constant(0xFF),
        "X": _constant(0),  # the public player's memory has bits of two states
        "AFIVE": _constant(0xA5),
        "FIVEA": _constant(0x5A),
        "ADDR": _addresses,
    }
)
"""What makes the bytes of each pattern: of the command, first byte's number and how many."""


def pieces_of(fill: FillMemory) -> Iterator[tuple[int, Bytes]]:
    """What a command puts into memory: addresses and bytes, uint8 [bytes]."""
    for start in range(0, fill.size_bytes, CHUNK_BYTES):
        size_bytes = min(CHUNK_BYTES, fill.size_bytes - start)
        yield fill.address + start, BYTES[fill.pattern](fill, start, size_bytes)
