"""Bytes that taps see, and bytes that jobs read and write: both as rows of a byte and its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.memory.footprint import ExpectedWrites, Fetched
from models.vipnano.config import VipnanoConfig
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import Member, Payload, array, member_numbers
from tb.taps import Tap

Addresses = NDArray[np.uint64]
WRITTEN: Payload = (Member("address", 32, ("address",)), Member("value", 8, ("value",)))
"""A byte that a unit writes; rows have the same names, the lowest first."""


def given_payload(config: VipnanoConfig) -> Payload:
    """A beat that a reader is given."""
    return (Member("address", 32, ("address",)), array("data", "byte {}", 8, config.port_bytes))


def written_bytes(tap: Tap) -> tuple[Addresses, Addresses]:
    """The bytes that passed, in order: their addresses, and what they are."""
    address, value = (member_numbers(tap, WRITTEN, name) for name in ("address", "value"))
    return address, value


def given_bytes(tap: Tap, config: VipnanoConfig) -> tuple[Addresses, Addresses]:
    """The same of beats, byte by byte."""
    payload = given_payload(config)
    inside = np.arange(config.port_bytes, dtype=np.uint64)
    addresses = member_numbers(tap, payload, "address")[:, np.newaxis] + inside
    values = np.stack([tap.numbers(8 * number, 8) for number in range(config.port_bytes)], axis=1)
    return addresses.ravel(), values.astype(np.uint64).ravel()


def rows_of(addresses: Addresses, values: Addresses, most: int) -> NDArray[np.uint64]:
    """Rows by ascending addresses, each once, and no more than so many."""
    distinct, first = np.unique(addresses, return_index=True)
    return np.stack([values[first], distinct], axis=1)[:most]


def rows_due(items: Sequence[Fetched | ExpectedWrites]) -> ExpectedTransfers | None:
    """The rows of what a job reads or writes, by ascending addresses; None: nothing."""
    found = [item for item in items if len(item.where.addresses)]
    if not found:
        return None
    addresses = np.concatenate([_addresses(item) for item in found])
    data = np.concatenate([item.data.ravel() for item in found]).astype(np.uint64)
    known: NDArray[Any] = np.concatenate(
        [(item.known if isinstance(item, Fetched) else item.care).ravel() for item in found]
    )
    distinct, first = np.unique(addresses, return_index=True)
    values = np.stack([data[first], distinct], axis=1)
    flags = np.stack([known[first], np.ones(len(first), np.bool_)], axis=1)
    return ExpectedTransfers(values, flags, lambda number: f"byte {number}")


def _addresses(item: Fetched | ExpectedWrites) -> Addresses:
    inside = np.arange(item.where.chunk_bytes, dtype=np.uint64)
    found: Addresses = (item.where.addresses[:, np.newaxis] + inside).ravel()
    return found
