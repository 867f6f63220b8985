"""A side of a layer before it has an address."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side
from models.registers import WORD_BITS
from sequences.draw import chance

MOST_STRIDE = (1 << WORD_BITS) - 1
"""The largest stride that a register holds."""
GAPS_AT_MOST = 3
"""Between lines and between surfaces of a cube, in atoms."""
FAR, FAR_PART = 0.05, 1 << 12
"""How often surfaces of any side are far apart, and which part of the memory they are apart at most."""
FAR_BYTES = 3 * (MOST_STRIDE // 4)
"""A gap that with a line beside it is still a stride."""


@dataclass(frozen=True, slots=True)
class SideShape:
    """Where a side is to lie, and how loosely.

    Attributes:
        ram: name of its memory.
        gaps: between two lines and between two surfaces (or planes), in multiples of their alignment.
    """

    ram: str
    gaps: tuple[int, int] = (0, 0)

    def far_lines(self, unit_bytes: int) -> SideShape:
        """The same with lines so far apart that most of them carry into an address's upper word."""
        return replace(self, gaps=(FAR_BYTES // unit_bytes, 0))

    def far_surfaces(self, unit_bytes: int) -> SideShape:
        """The same with surfaces that far apart."""
        return replace(self, gaps=(self.gaps[0], FAR_BYTES // unit_bytes))

    def at_zero(self, line_units: int, lines: int, unit_bytes: int) -> Side:
        """The side at address 0.

        Args:
            line_units: length of a line, in multiples of its alignment.
            lines: lines of a surface.
            unit_bytes: the alignment.
        """
        line_bytes = (line_units + self.gaps[0]) * unit_bytes
        surface_bytes = lines * line_bytes + self.gaps[1] * unit_bytes
        if surface_bytes > MOST_STRIDE:
            surface_bytes = 0  # lines that far apart are those of a single surface
        return Side(ram=self.ram, address=0, line_stride_bytes=line_bytes, surface_stride_bytes=surface_bytes)


def draw_side(rng: np.random.Generator, config: HwConfig, width: int, height: int, ram: str | None = None) -> Side:
    """A feature cube's side at address 0 in a memory, or in any, with any gaps; one of a single pixel is packed."""
    drawn = rng.integers(GAPS_AT_MOST + 1, size=2)
    line, surface = (0, 0) if (width, height) == (1, 1) else (int(gap) for gap in drawn)
    ram = ram or str(rng.choice(list(config.ports)))
    if (line, surface) != (0, 0) and chance(rng, FAR):
        port = config.port(ram)
        surface = min((port.limit - port.base) // FAR_PART // config.atom_bytes, 1 << int(rng.integers(16, 25)))
    return SideShape(ram, (line, surface)).at_zero(width, height, config.atom_bytes)


def two_sides(config: HwConfig) -> tuple[SideShape, SideShape]:
    """Packed sides in two memories; in the only one where there is no second."""
    rams = list(config.ports)
    return SideShape(rams[0]), SideShape(rams[-1])
