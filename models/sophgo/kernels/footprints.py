"""Operands as bytes of memory: what claims read and layers write."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.arrays.distinct import distinct, strictly_ascending
from models.arrays.flags import Flags
from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from models.sophgo.config.hardware import DDR
from models.sophgo.layouts.tensors import ByteAddresses
from models.sophgo.operations.operand import Operand
from models.sophgo.operations.operation import Values

FETCH_ID, READ_ID, WRITE_ID = range(3)
"""Ids on the memory port."""


@dataclass(frozen=True, slots=True)
class Elements:
    """Names bytes by the element that they belong to; a `Layout`.

    Attributes:
        addresses: the elements' first bytes, in their own shape.
        size_bytes: of an element.
    """

    addresses: ByteAddresses
    size_bytes: int

    def coordinates(self, address: int) -> str:
        """The index of the element at an address."""
        found = np.argwhere((self.addresses <= address) & (address < self.addresses + self.size_bytes))
        return f"[{', '.join(map(str, found[0]))}]" if len(found) else ""


def read_by(operand: Operand) -> Footprint:
    """What is read of an operand: each byte once."""
    return _footprint(operand, distinct(operand.addresses.ravel()), READ_ID)


def values_of(operand: Operand, fetched: Fetched) -> tuple[Values, Flags]:
    """The elements of an operand in its shape, and which of them are known."""
    size, where = operand.dtype.itemsize, fetched.where
    data = np.ascontiguousarray(fetched.data.reshape(-1, size)).view(operand.dtype)[:, 0]
    known: Flags = fetched.known.reshape(-1, size).min(axis=1, initial=True)
    assert where.port == operand.memory
    flat = operand.addresses.ravel()
    if strictly_ascending(flat):
        return data.reshape(operand.addresses.shape), known.reshape(operand.addresses.shape)
    index = np.searchsorted(distinct(flat), operand.addresses)
    return data[index], known[index]


def written_by(operand: Operand, values: Values, known: Flags) -> ExpectedWrites:
    """What is written of an operand: as many of its first elements as there are values."""
    flat = np.ascontiguousarray(values).astype(operand.dtype, copy=False).ravel()
    where = _footprint(operand, operand.addresses.ravel()[: flat.size], WRITE_ID)
    size = operand.dtype.itemsize
    data = flat.reshape(-1, 1).view(np.uint8) if flat.size else np.zeros((0, size), np.uint8)
    care = np.repeat(known.ravel()[: flat.size, np.newaxis], size, axis=1)
    chunk = where.chunk_bytes
    return ExpectedWrites(where, data.reshape(-1, chunk), care.reshape(-1, chunk))


def _footprint(operand: Operand, addresses: ByteAddresses, axi_id: int) -> Footprint:
    """Chunks of an element's size, or of a byte where elements are not aligned."""
    size = chunk = operand.dtype.itemsize
    if (addresses % size).any():
        addresses, chunk = (addresses[:, np.newaxis] + np.arange(size)).ravel(), 1
    stream = axi_id if operand.memory == DDR else 0
    layout = Elements(operand.addresses, size)
    return Footprint(operand.memory, stream, addresses.astype(np.uint64), chunk, operand.label, layout)
