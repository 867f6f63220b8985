"""Surfaces at the places where an address is easily got wrong: across multiples of 4 GiB, at the ends, one bit set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from models.nvdla.config import HwConfig
from sequences.memory_plan import WORD_SPACE, Surface
from sequences.nvdla.placement.surface_pool import SurfacePool

ASIDE_BYTES = 1 << 16
"""Between what is read and what is written where both have the same bit."""

Place = Callable[[int, int, int], int]
"""The address of a surface of so many bytes, aligned to so many, in a memory with so many address bits."""


@dataclass(slots=True)
class PlacedPool(SurfacePool):
    """Puts each surface of a layer at a place of its own.

    Attributes:
        places: of the sources and of the destination.
    """

    places: tuple[Place, ...] = ()

    def place(self, port: str, size_bytes: int, align_bytes: int) -> Surface:
        """Room at the next one of the places."""
        there, *left = self.places
        self.places = tuple(left)
        address_bits = self.bench.config.ports[port].address_bits
        return self.bench.plan.allocate(
            port, size_bytes, align_bytes, there(size_bytes, align_bytes, address_bits) // align_bytes * align_bytes
        )


def at(address: int) -> Place:
    """Where exactly this is."""
    return lambda _size, _align, _bits: address


def at_the_top(size_bytes: int, _align: int, address_bits: int) -> int:
    """The last place of all."""
    return (1 << address_bits) - size_bytes


def across_low(part: float, border: int = WORD_SPACE) -> Place:
    """Across a multiple of 4 GiB, or the first behind it that has room for a part of the surface, at least one unit."""

    def place(size_bytes: int, align_bytes: int, _bits: int) -> int:
        before = _before(size_bytes, align_bytes, part)
        return border - WORD_SPACE + -before % WORD_SPACE

    return place


def across_high(part: float) -> Place:
    """Across the middle of the address space: the carry goes through all bits from 32 on but the last."""
    return lambda size_bytes, align_bytes, bits: (1 << (bits - 1)) - _before(size_bytes, align_bytes, part)


def _before(size_bytes: int, align_bytes: int, part: float) -> int:
    most = max(align_bytes, size_bytes - align_bytes)
    return min(most, max(align_bytes, int(size_bytes * part) // align_bytes * align_bytes))


CROSSINGS: tuple[tuple[Place, Place], ...] = (
    (across_low(0), across_high(0.5)),
    (across_low(0.5), at_the_top),
    (across_low(1), across_high(0)),
    (across_high(0.5), across_low(0)),
    (at_the_top, across_low(0.5)),
    (across_high(1), across_low(1)),
)
"""Where source and destination go: each crosses both borders near its first, its middle and its last unit."""


def single_bits(config: HwConfig, *apart: int) -> Iterator[tuple[Place, ...]]:
    """Each address bit above a word alone, in the first surface; and others in each of the next ones.

    Args:
        config: the hardware configuration.
        apart: how far from the first bit those of the others are.
    """
    bits = range(WORD_SPACE.bit_length() - 1, min(port.address_bits for port in config.ports.values()))
    for number in range(len(bits)):
        others = (1 << bits[(number + step) % len(bits)] for step in (0, *apart))
        yield tuple(at(address + aside * ASIDE_BYTES) for aside, address in enumerate(others))
