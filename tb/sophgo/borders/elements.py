"""Elements that taps see, and bytes that layers read and write: both as rows of a byte and its address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import ExpectedWrites, Fetched
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import Member, Payload, member_numbers
from tb.taps import Tap

Rows = NDArray[np.uint64]
"""A byte, then the low and the high word of its address, [bytes, 3]."""
VALUE = Member("value", 32, ("value",))
SIZE = Member("size", 2)


def element_payload(address_bits: int) -> Payload:
    """An element with its address, as the types of the RTL have them; rows have the same names."""
    return (Member("address", address_bits, ("address", "address high")), SIZE, VALUE)


def bytes_passed(tap: Tap, payload: Payload) -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.uint64]]:
    """The bytes of the elements that passed, one after the other: their addresses, what they are, and when."""
    address, size, value = (member_numbers(tap, payload, name) for name in ("address", "size", "value"))
    inside = np.arange(4, dtype=np.uint64)
    there = inside < np.uint64(1) << size[:, np.newaxis]
    addresses = (address[:, np.newaxis] + inside)[there]
    values = (value[:, np.newaxis] >> np.uint64(8) * inside)[there]
    times = np.repeat(tap.time, there.sum(axis=1))
    return addresses, (values & np.uint64(0xFF)).astype(np.uint8), times


def rows_passed(tap: Tap, payload: Payload, most: int) -> Rows:
    """What passed, by ascending addresses, each once, and no more than so many."""
    addresses, values, _ = bytes_passed(tap, payload)
    distinct, first = np.unique(addresses, return_index=True)
    return rows_of(distinct, values[first])[:most]


def rows_of(addresses: NDArray[np.uint64], values: NDArray[Any]) -> Rows:
    """Rows of bytes."""
    low = np.uint64(0xFFFF_FFFF)
    return np.stack([values.astype(np.uint64), addresses & low, addresses >> np.uint64(32)], axis=1)


def bytes_due(
    items: Iterable[Fetched | ExpectedWrites], config: SophgoConfig, *, values: bool = True
) -> ExpectedTransfers | None:
    """The bytes that layers read or write, by ascending addresses as the GDMA has them, each once.

    Args:
        items: what they read or write.
        config: the hardware configuration.
        values: compare what they are, and not only where.

    Returns:
        What must pass; None: nothing.
    """
    found = [_bytes_of(item, config) for item in items if len(item.where.addresses)]
    if not found:
        return None
    addresses, data, known = (np.concatenate(part) for part in zip(*found, strict=True))
    distinct, first = np.unique(addresses, return_index=True)
    rows = rows_of(distinct, data[first])
    flags = np.ones(rows.shape, np.bool_)
    flags[:, 0] = known[first] & values
    return ExpectedTransfers(rows, flags, lambda number: f"byte {number}")


def _bytes_of(
    item: Fetched | ExpectedWrites, config: SophgoConfig
) -> tuple[NDArray[np.uint64], NDArray[np.uint8], Flags]:
    """Addresses, bytes and which of them are known."""
    where = item.where
    base = config.local_base if where.port == LOCAL else 0
    addresses = where.addresses[:, np.newaxis] + np.arange(base, base + where.chunk_bytes, dtype=np.uint64)
    known = item.known if isinstance(item, Fetched) else item.care
    return addresses.astype(np.uint64).ravel(), item.data.ravel(), known.ravel()
