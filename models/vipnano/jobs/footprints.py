"""What jobs read and write, as bytes of memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.memory.footprint import Footprint, StreamId
from models.memory.stretch import stretch
from models.vipnano.coefficients.shape import Indices
from models.vipnano.config.hardware import ADDRESS_BITS, MEMORY
from models.vipnano.structures.description import STRUCTURE_BYTES

STRUCTURE_ID, COEFFICIENTS_ID, NN_IN_ID, NN_OUT_ID, TP_IN_ID, TP_OUT_ID = range(6)
"""Ids on the memory port."""
MOST_BYTES = 1 << 26
"""A job that reads or writes more than this is not computed."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Names the bytes of an array by their indices; a `Layout`.

    Attributes:
        addresses: of its elements, any shape.
        names: what messages call each dimension.
    """

    addresses: Indices
    names: tuple[str, ...]

    def coordinates(self, address: int) -> str:
        """The indices of the byte: ``[z 0, y 2, x 5]``; empty if it is none of the array's."""
        found = np.flatnonzero(self.addresses.ravel() == address)
        if not found.size:
            return ""
        indices = np.unravel_index(int(found[0]), self.addresses.shape)
        return f"[{', '.join(f'{name} {index}' for name, index in zip(self.names, indices, strict=True))}]"


def grid(axi_id: int, addresses: Indices, label: str, names: tuple[str, ...]) -> Footprint:
    """The bytes of an array, in the order of its indices.

    Args:
        axi_id: id of the requests.
        addresses: of the elements, any shape.
        label: what it is called.
        names: what its dimensions are called.
    """
    flat = addresses.ravel().astype(np.uint64)
    return Footprint(MEMORY, axi_id, flat, 1, label, Grid(addresses, names))


def bytes_at(axi_id: int, begin: int, size: int, label: str) -> Footprint:
    """Bytes one behind the other."""
    return stretch(StreamId(MEMORY, axi_id), begin, size, label)


def structure_at(address: int) -> Footprint:
    """The bytes of a structure."""
    return bytes_at(STRUCTURE_ID, address, STRUCTURE_BYTES, "structure")


def wrapped(addresses: Indices) -> Indices:
    """Addresses as the device counts."""
    return addresses % (1 << ADDRESS_BITS)


def need_computable_size(count: int, what: str) -> None:
    """Make sure that the model can take so many bytes.

    Raises:
        ValueError: it cannot.
    """
    if count > MOST_BYTES:
        raise ValueError(f"{what} has {count} bytes: at most {MOST_BYTES} are computed")
