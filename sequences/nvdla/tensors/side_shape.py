"""A side of a layer before it has an address."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side


@dataclass(frozen=True, slots=True)
class SideShape:
    """Where a side is to lie, and how loosely.

    Attributes:
        ram: name of its memory.
        gaps: between two lines and between two surfaces (or planes), in multiples of their alignment.
    """

    ram: str
    gaps: tuple[int, int] = (0, 0)

    def at_zero(self, line_units: int, lines: int, unit_bytes: int) -> Side:
        """The side at address 0.

        Args:
            line_units: length of a line, in multiples of its alignment.
            lines: lines of a surface.
            unit_bytes: the alignment.
        """
        line_bytes = (line_units + self.gaps[0]) * unit_bytes
        surface_bytes = lines * line_bytes + self.gaps[1] * unit_bytes
        return Side(ram=self.ram, address=0, line_stride_bytes=line_bytes, surface_stride_bytes=surface_bytes)


def two_sides(config: HwConfig) -> tuple[SideShape, SideShape]:
    """Packed sides in two memories; in the only one where there is no second."""
    rams = list(config.ports)
    return SideShape(rams[0]), SideShape(rams[-1])
