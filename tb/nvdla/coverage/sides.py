"""Points that every surface has: its memory, where it begins and ends, how far its lines and surfaces are apart."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import WORD_BITS, Side
from tb.coverage.bins import Names, Ranges, Value, each, names, ranges
from tb.coverage.group import Cross, Point, cross

MOST = (1 << 64) - 1
LEAST_HIGH_BINS = 8
GAPS = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 7), (8, 15), (16, 63), (64, MOST)],
    ["0", "1", "2", "3", "4-7", "8-15", "16-63", "64 and more"],
)
"""Bytes between the end of a line and the next one, in the side's alignment."""
PLANE_GAPS = ranges([(0, 0), (1, 1), (2, 3), (4, MOST)], ["0", "1", "2-3", "4 and more"])
"""The same of planes."""


class SidePoints:
    """The points of one side of a layer.

    Args:
        name: what the side is called.
        config: the hardware configuration.

    Attributes:
        ram: the memory.
        low: where in a burst boundary it begins, in atoms; `end` where its last atom lies.
        high: the highest bit of its address.
        reach: where it lies around 4 GiB; an address of more than 32 bits may also be on both sides of any multiple.
    """

    def __init__(self, name: str, config: HwConfig) -> None:
        self._name, self._config = name, config
        self.ram = Point(f"{name} memory", Names(tuple(config.ports)))
        self.low = Point(f"{name} address low", low_bins(config))
        self.end = Point(f"{name} end", low_bins(config))
        self.high = Point(f"{name} address high", high_bins(address_bits(config)))
        self.reach = Point(f"{name} 4 GiB", reach_bins(address_bits(config)))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return self.ram, self.low, self.end, self.high, self.reach

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Addresses by memory."""
        narrow = {name: port.address_bits for name, port in self._config.ports.items()}

        def beyond(label: str, ram: str) -> bool:
            return label not in high_bins(narrow[ram]).labels

        return cross(self.low, self.ram), cross(self.high, self.ram, absent=beyond)

    def values(self, side: Side, size_bytes: int) -> dict[str, Value]:
        """The values of a side that takes so many bytes."""
        atom_bytes, positions = self._config.atom_bytes, len(self.low.labels)
        first, last = side.address, side.address + size_bytes - 1
        below = last >> WORD_BITS == 0
        across = first >> WORD_BITS != last >> WORD_BITS
        return {
            self.ram.name: side.ram,
            self.low.name: first // atom_bytes % positions,
            self.end.name: last // atom_bytes % positions,
            self.high.name: first,
            self.reach.name: "below" if below else "across" if across else "above",
        }


def address_bits(config: HwConfig) -> int:
    """Bits of the widest port's addresses."""
    return max(port.address_bits for port in config.ports.values())


def low_bins(config: HwConfig) -> Ranges:
    """The atoms between two burst boundaries."""
    return each(range(max(port.burst_boundary_bytes for port in config.ports.values()) // config.atom_bytes))


def high_bins(bits: int) -> Ranges:
    """Addresses below 4 GiB, and those above by their highest bit."""
    step = -(-max(0, bits - WORD_BITS) // LEAST_HIGH_BINS)
    starts = list(range(WORD_BITS, bits, step)) if step else []
    pairs = [(low, min(low + step, bits)) for low in starts]
    labels = [f"bit {low}" if step == 1 else f"bits {low}-{high - 1}" for low, high in pairs]
    whole = (0, (1 << min(bits, WORD_BITS)) - 1)
    return ranges([whole, *((1 << low, (1 << high) - 1) for low, high in pairs)], ["below 4 GiB", *labels])


def reach_bins(bits: int) -> Names:
    """Below 4 GiB, above, and across a multiple of it."""
    return names("below", "across", "above") if bits > WORD_BITS else names("below")
