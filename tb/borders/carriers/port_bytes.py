"""A memory port byte by byte: what was written with an id, in order, and what was read with one, by address."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from tb.borders.carriers.seen import Seen
from tb.memory.traffic import TrafficKind


class WrittenBytes(NamedTuple):
    """Bytes that beats wrote, in order.

    Attributes:
        addresses: uint64 [bytes].
        values: uint8 [bytes].
        times: when, in nanoseconds, float64 [bytes].
    """

    addresses: NDArray[np.uint64]
    values: NDArray[np.uint8]
    times: NDArray[np.float64]


def bytes_written(seen: Seen, port: MemoryPort, axi_id: int) -> WrittenBytes:
    """What was written with an id."""
    beats = seen.transfers(port, TrafficKind.WRITE, axi_id)
    rows, places = np.nonzero(beats.strobes())
    width = np.uint64(port.data_bytes)
    addresses = beats.addresses[rows] // width * width + places.astype(np.uint64)
    return WrittenBytes(addresses, beats.data[rows, places], beats.times_ps[rows] / 1000)


def bytes_read(seen: Seen, port: MemoryPort, axi_id: int) -> Mapping[int, Set[int]]:
    """What came of reads with an id, by address."""
    beats, width = seen.transfers(port, TrafficKind.READ, axi_id), port.data_bytes
    read: dict[int, set[int]] = {}
    for begin, row in zip((beats.addresses // np.uint64(width)).tolist(), beats.data.tolist(), strict=True):
        for place, byte in enumerate(row):
            read.setdefault(begin * width + place, set()).add(byte)
    return read
