"""The sides of a Rubik layer: how far lines, surfaces and planes reach."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.rubik.sides import CUBE_IN, CUBE_OUT, PLANES_IN, PLANES_OUT
from models.nvdla.surfaces.layout import ceil_div
from models.nvdla.surfaces.rules import SideExtent
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.side_registers import SideRegisters


def cube_extents(rubik: Rubik, config: HwConfig) -> list[SideExtent]:
    """The sides that are feature cubes; none where nothing can be computed."""
    if not rubik.known:
        return []
    x, y = (rubik.x_stride, rubik.y_stride) if rubik.mode == "CONTRACT" else (1, 1)
    channels = rubik.channels if rubik.mode == "MERGE" else rubik.out_channels
    surfaces, line_bytes = ceil_div(channels * rubik.element_bytes, config.atom_bytes), rubik.width * config.atom_bytes
    cubes = []
    if rubik.mode != "MERGE":
        cubes.append(SideExtent(CUBE_IN, rubik.source, x * y * surfaces, rubik.height, line_bytes))
    if rubik.mode != "SPLIT":
        cubes.append(SideExtent(CUBE_OUT, rubik.destination, surfaces, y * rubik.height, x * line_bytes))
    return cubes


def planar_side(rubik: Rubik) -> tuple[SideRegisters, Side] | None:
    """The side that is planar."""
    if rubik.mode == "MERGE":
        return PLANES_IN, rubik.source
    return (PLANES_OUT, rubik.destination) if rubik.mode == "SPLIT" else None


def plane_extents(rubik: Rubik) -> list[SideExtent]:
    """The planar side, its lines as long as their elements; none where nothing can be computed."""
    planar = planar_side(rubik)
    if planar is None or not rubik.known:
        return []
    planes = rubik.channels if rubik.mode == "MERGE" else rubik.out_channels
    return [SideExtent(*planar, planes, rubik.height, rubik.width * rubik.element_bytes)]
