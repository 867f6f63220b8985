"""The memories of BM1684, and tensors in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.sophgo.config import BM1684
from models.sophgo.layouts.lanes import place_of, rows_of
from models.sophgo.layouts.strides import Shape, Strides, aligned, continuous, extent
from models.sophgo.layouts.tensors import ByteAddresses, decode, encode, local_addresses, system_addresses
from models.sophgo.operations.operand import MOST_ELEMENTS

Sides = tuple[int, ...]
"""Four sizes, or four strides in elements: n, c, h, w."""


class CallError(ValueError):
    """A call that the chip does not do; the message names the argument and its value."""


class Arguments:
    """The arguments of a call, by name.

    Args:
        given: all of them.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given

    def number(self, name: str, least: int = 0, most: int = (1 << 64) - 1) -> int:
        """A number.

        Raises:
            CallError: it is none of those that are right.
        """
        value = self._given[name]
        if not isinstance(value, int) or not least <= value <= most:
            raise CallError(f"{name} is {value}: a whole number from {least} to {most} is right")
        return value

    def sides(self, name: str) -> Sides | None:
        """Strides; None where the pointer is null.

        Raises:
            CallError: they are not four.
        """
        value = self._given[name]
        return value if value is None else Strides(*self._four(name))

    @property
    def shape(self) -> Shape:
        """The shape.

        Raises:
            CallError: a size is less than 1 or does not fit 16 bits, or they are too many elements to be computed.
        """
        shape = Shape(*self._four("shape"))
        if not all(1 <= size < 1 << 16 for size in shape) or shape.elements > MOST_ELEMENTS:
            raise CallError(f"shape is {tuple(shape)}: sizes are from 1 to 65535, elements at most {MOST_ELEMENTS}")
        return shape

    def _four(self, name: str) -> Sides:
        value = self._given[name]
        if (
            not isinstance(value, tuple)
            or len(value) != len(Shape._fields)
            or not all(isinstance(item, int) for item in value)
        ):
            raise CallError(f"{name} is {value}: four whole numbers are right")
        return value


class Memories:
    """Local memory, L2 memory and the first bytes of the DDR; all begin as 0.

    Args:
        ddr_bytes: so many bytes of the DDR are there.

    Attributes:
        local: local memory, lane behind lane.
    """

    def __init__(self, ddr_bytes: int = 1 << 24) -> None:
        self.local = np.zeros(BM1684.local_bytes, np.uint8)
        l2, ddr = np.zeros(BM1684.l2_bytes, np.uint8), np.zeros(ddr_bytes, np.uint8)
        self._system = {BM1684.l2_base: l2, BM1684.ddr_base: ddr}

    def system(self, address: int, size_bytes: int) -> Bytes:
        """Bytes of L2 memory or DDR, to read and to write.

        Raises:
            CallError: not all of them are in one of these.
        """
        for base, data in self._system.items():
            if base <= address and address + size_bytes <= base + len(data):
                return data[address - base : address - base + size_bytes]
        raise CallError(f"system address {address:#x}: {size_bytes} bytes from there on are in no memory")

    def local_places(self, address: int, shape: Shape, strides: Sides | None, size_bytes: int) -> ByteAddresses:
        """Where the elements of a tensor in local memory are; aligned where it has no strides of its own.

        Raises:
            CallError: some are beyond their lane.
        """
        start, offset = place_of(BM1684, address)
        own = aligned(BM1684, shape, size_bytes, start) if strides is None else Strides(*strides)
        end = offset + size_bytes * extent((shape.n, rows_of(BM1684, start, shape.c), shape.h, shape.w), own)
        if start >= BM1684.lanes or end > BM1684.lane_bytes:
            raise CallError(f"local address {address:#x}: the tensor ends at {end:#x} of lane {start}")
        return local_addresses(BM1684, address, shape, own, size_bytes)

    def read(self, address: int, shape: Shape, strides: Sides | None, dtype: np.dtype[Any]) -> NDArray[Any]:
        """A tensor in local memory."""
        return decode(self.local, self.local_places(address, shape, strides, dtype.itemsize), dtype)

    def write(self, address: int, strides: Sides | None, values: NDArray[Any]) -> None:
        """Put a tensor into local memory."""
        encode(values, self.local_places(address, Shape(*values.shape), strides, values.itemsize), self.local)

    def read_system(self, address: int, shape: Shape, strides: Sides | None, dtype: np.dtype[Any]) -> NDArray[Any]:
        """A tensor in L2 memory or DDR; continuous where it has no strides of its own."""
        places, data = self._system_places(address, shape, strides, dtype.itemsize)
        return decode(data, places, dtype)

    def write_system(self, address: int, strides: Sides | None, values: NDArray[Any]) -> None:
        """Put a tensor into L2 memory or DDR."""
        places, data = self._system_places(address, Shape(*values.shape), strides, values.itemsize)
        encode(values, places, data)

    def _system_places(
        self, address: int, shape: Shape, strides: Sides | None, size_bytes: int
    ) -> tuple[ByteAddresses, Bytes]:
        own = continuous(shape) if strides is None else Strides(*strides)
        return system_addresses(0, shape, own, size_bytes), self.system(address, size_bytes * extent(shape, own))
