"""A memory port byte by byte, held against what units gave it to write, and what it gave units that it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from tb.borders.carriers.seen import Seen
from tb.borders.carriers.wrong import Wrong
from tb.memory.traffic import TrafficKind


class PassedBytes(NamedTuple):
    """Bytes that passed somewhere, in order.

    Attributes:
        addresses: uint64 [bytes].
        values: unsigned [bytes].
        times: when, in nanoseconds [bytes].
    """

    addresses: NDArray[np.uint64]
    values: NDArray[np.unsignedinteger[Any]]
    times: NDArray[Any]


def bytes_written(seen: Seen, port: MemoryPort, axi_id: int) -> PassedBytes:
    """What was written with an id."""
    beats = seen.transfers(port, TrafficKind.WRITE, axi_id)
    rows, places = np.nonzero(beats.strobes())
    width = np.uint64(port.data_bytes)
    addresses = beats.addresses[rows] // width * width + places.astype(np.uint64)
    return PassedBytes(addresses, beats.data[rows, places], beats.times_ps[rows] / 1000)


def bytes_read(seen: Seen, port: MemoryPort, axi_id: int) -> Mapping[int, Set[int]]:
    """What came of reads with an id, by address."""
    beats, width = seen.transfers(port, TrafficKind.READ, axi_id), port.data_bytes
    read: dict[int, set[int]] = {}
    for begin, row in zip((beats.addresses // np.uint64(width)).tolist(), beats.data.tolist(), strict=True):
        for place, byte in enumerate(row):
            read.setdefault(begin * width + place, set()).add(byte)
    return read


def unlike_given(unit: str, given: PassedBytes, written: PassedBytes) -> Iterator[Wrong]:
    """Bytes leave as they were given, in the same order.

    Args:
        unit: the port's.
        given: to it.
        written: by it.
    """
    count = min(len(given.addresses), len(written.addresses))
    gave, values = given.addresses[:count], given.values[:count]
    differs = (gave != written.addresses[:count]) | (values != written.values[:count])
    if differs.any():
        at = int(np.argmax(differs))
        wrote = f"{written.values[at]:#04x} to {int(written.addresses[at]):#x}"
        what = f"it was given {values[at]:#04x} for {int(gave[at]):#x}, it wrote {wrote}"
        yield Wrong(unit, what, float(written.times[at]))
    elif len(written.addresses) > count:
        what = f"it wrote to {int(written.addresses[count]):#x}, which it was not given"
        yield Wrong(unit, what, float(written.times[count]))
    elif left := len(given.addresses) - count:
        what = f"{left:,} byte(s) that it was given were not written, first {int(given.addresses[count]):#x}"
        yield Wrong(unit, what, float(given.times[-1]), missing=True)


def unlike_read(unit: str, given: PassedBytes, read: Mapping[int, Set[int]]) -> Iterator[Wrong]:
    """Each byte that is given was read from its address.

    Args:
        unit: the port's.
        given: by it.
        read: by it, of each address.
    """
    for address, value, time in zip(given.addresses.tolist(), given.values.tolist(), given.times.tolist(), strict=True):
        if value not in read.get(address, ()):
            came = ", ".join(f"{byte:#04x}" for byte in sorted(read.get(address, ()))) or "nothing"
            yield Wrong(unit, f"it gave {value:#04x} for {address:#x}, where {came} was read", float(time))
            return
