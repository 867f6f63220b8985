"""Coverpoints of surfaces: memory, where they begin and end, alignment, how far lines and surfaces are apart."""

from __future__ import annotations

from typing import Protocol

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import SurfaceLayout
from models.registers import WORD_BITS
from tb.coverage.bins import Ranges, each, names, ranges
from tb.coverage.covergroup import Coverpoint, CrossOf, cross

MOST = (1 << 64) - 1
LEAST_HIGH_BINS = 8
BEYOND_A_BOUNDARY = 4
GAPS = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 7), (8, 15), (16, 63), (64, MOST)],
    ["0", "1", "2", "3", "4-7", "8-15", "16-63", "64 and more"],
)
"""Bytes between the end of a line and the next one, in the side's alignment."""
CUBE_GAPS = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, 127), (128, MOST)],
    ["0", "1", "2", "3", "4-7", "8-15", "16-31", "32-63", "64-127", "128 and more"],
)
"""The same of feature cubes."""


class Placed(Protocol):
    """What lies in a memory, such as a `SurfaceLayout`."""

    @property
    def side(self) -> Side:
        """Where it begins."""

    @property
    def size_bytes(self) -> int:
        """Bytes from the first to behind the last one."""


def side_points(name: str, config: HwConfig) -> list[Coverpoint]:
    """Coverpoints of whatever is placed: memory, where in a burst boundary it begins and ends, its highest bit.

    An address of more than 32 bits may also be on both sides of any multiple of 4 GiB.
    """
    low, bits = low_bins(config), max(port.address_bits for port in config.ports.values())
    positions, atom_bytes = len(low.labels), config.atom_bytes
    return [
        Coverpoint(f"{name} memory", names(*config.ports), lambda it: it.side.ram),
        Coverpoint(f"{name} address low", low, lambda it: it.side.address // atom_bytes % positions),
        Coverpoint(f"{name} end", low, lambda it: _last(it) // atom_bytes % positions),
        Coverpoint(f"{name} address high", high_bins(bits), lambda it: it.side.address),
        Coverpoint(f"{name} 4 GiB", names("below", "across", "above") if bits > WORD_BITS else names("below"), _reach),
    ]


def side_crosses(name: str, config: HwConfig) -> list[CrossOf]:
    """Addresses by memory."""

    def beyond(label: str, ram: str) -> bool:
        return label not in high_bins(config.ports[ram].address_bits).labels

    memory = f"{name} memory"
    return [cross(f"{name} address low", memory), cross(f"{name} address high", memory, ignore_bins=beyond)]


def place_points(name: str, config: HwConfig) -> list[Coverpoint]:
    """Those of `side_points`, and how it is aligned."""
    boundary = max(port.burst_boundary_bytes for port in config.ports.values())
    last = (boundary * BEYOND_A_BOUNDARY // config.atom_bytes).bit_length() - 1
    labels = [f"{config.atom_bytes << step} bytes" for step in range(last + 1)]
    labels[-1] += " and more"

    def alignment(placed: Placed) -> str:
        atoms = placed.side.address // config.atom_bytes
        return labels[min((atoms & -atoms).bit_length() - 1 if atoms else last, last)]

    return [*side_points(name, config), Coverpoint(f"{name} alignment", names(*labels), alignment)]


def cube_points(name: str, config: HwConfig) -> list[Coverpoint]:
    """Those of `place_points`, and gaps: of a feature cube, given by its layout."""
    return [*place_points(name, config), *gap_points(name, CUBE_GAPS)]


def gap_points(name: str, bins: Ranges) -> list[Coverpoint]:
    """How many atoms are between lines and between surfaces of a layout; where there is but one there is no gap."""
    return [Coverpoint(f"{name} line gap", bins, _line_gap), Coverpoint(f"{name} surface gap", bins, _surface_gap)]


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


def _last(placed: Placed) -> int:
    return placed.side.address + placed.size_bytes - 1


def _reach(placed: Placed) -> str:
    last = _last(placed)
    if last >> WORD_BITS == 0:
        return "below"
    return "across" if placed.side.address >> WORD_BITS != last >> WORD_BITS else "above"


def _line_gap(layout: SurfaceLayout) -> int | None:
    _, lines, atoms = layout.extent
    return layout.side.line_stride_bytes // layout.atom_bytes - atoms if lines > 1 else None


def _surface_gap(layout: SurfaceLayout) -> int | None:
    surfaces, lines, _ = layout.extent
    gap = layout.side.surface_stride_bytes - lines * layout.side.line_stride_bytes
    return gap // layout.atom_bytes if surfaces > 1 else None
