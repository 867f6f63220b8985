"""Points that feature cubes have beside those of any surface: how they are aligned, gaps between lines and surfaces."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.layout import SurfaceLayout
from models.nvdla.surfaces.side import Side
from tb.coverage.bins import Names, Value, ranges
from tb.coverage.group import Cross, Point
from tb.nvdla.coverage.sides import MOST, SidePoints

GAPS = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, 127), (128, MOST)],
    ["0", "1", "2", "3", "4-7", "8-15", "16-31", "32-63", "64-127", "128 and more"],
)
"""Atoms between the end of a line and the next one."""
BEYOND_A_BOUNDARY = 4


class PlacePoints:
    """The points of where something begins and ends.

    Args:
        name: what it is called.
        config: the hardware configuration.

    Attributes:
        side: the points of any surface.
    """

    def __init__(self, name: str, config: HwConfig) -> None:
        self.side = SidePoints(name, config)
        boundary = max(port.burst_boundary_bytes for port in config.ports.values())
        self._steps = range((boundary * BEYOND_A_BOUNDARY // config.atom_bytes).bit_length())
        self._atom_bytes = config.atom_bytes
        self.alignment = Point(f"{name} alignment", Names(tuple(map(self._label, self._steps))))

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return *self.side.points, self.alignment

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Addresses by memory."""
        return self.side.crosses

    def of_side(self, side: Side, size_bytes: int) -> dict[str, Value]:
        """The values of a side that takes so many bytes."""
        atoms = side.address // self._atom_bytes
        step = min((atoms & -atoms).bit_length() - 1 if atoms else self._steps[-1], self._steps[-1])
        return {**self.side.values(side, size_bytes), self.alignment.name: self._label(step)}

    def _label(self, step: int) -> str:
        return f"{self._atom_bytes << step} bytes" + " and more" * (step == self._steps[-1])


class CubePoints(PlacePoints):
    """The points of a feature cube.

    Args:
        name: what the cube is called.
        config: the hardware configuration.
    """

    def __init__(self, name: str, config: HwConfig) -> None:
        super().__init__(name, config)
        self.gaps = {what: Point(f"{name} {what} gap", GAPS) for what in ("line", "surface")}

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        return *super().points, *self.gaps.values()

    def of_cube(self, cube: SurfaceLayout) -> dict[str, Value]:
        """The values of a cube; where there is but one line or surface there is no gap."""
        surfaces, lines, atoms = cube.extent
        side, values = cube.side, self.of_side(cube.side, cube.size_bytes)
        if lines > 1:
            values[self.gaps["line"].name] = side.line_stride_bytes // cube.atom_bytes - atoms
        if surfaces > 1:
            gap = side.surface_stride_bytes - lines * side.line_stride_bytes
            values[self.gaps["surface"].name] = gap // cube.atom_bytes
        return values
