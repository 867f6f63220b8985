"""The registers of the two sides of a Rubik layer: cubes and planes have their strides in different ones."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.codec.items import Metadata, either
from models.nvdla.codec.memory import stride
from models.nvdla.codec.words import Only
from models.nvdla.surfaces.side_registers import SideRegisters

MODE = "RBK.D_MISC_CFG.RUBIK_MODE"
CONTRACT, SPLIT, MERGE = (Only.of(MODE, name) for name in ("CONTRACT", "SPLIT", "MERGE"))
"""Layers of each mode."""

CUBE_IN = SideRegisters(
    name="source",
    ram_register="D_DAIN_RAM_TYPE",
    ram_field="DATAIN_RAM_TYPE",
    address_low="D_DAIN_ADDR_LOW",
    address_high="D_DAIN_ADDR_HIGH",
    line_stride="D_DAIN_LINE_STRIDE",
    surface_stride="D_DAIN_SURF_STRIDE",
)
PLANES_IN = replace(CUBE_IN, surface_stride="D_DAIN_PLANAR_STRIDE")
CUBE_OUT = SideRegisters(
    name="destination",
    ram_register="D_DAOUT_RAM_TYPE",
    ram_field="DATAOUT_RAM_TYPE",
    address_low="D_DAOUT_ADDR_LOW",
    address_high="D_DAOUT_ADDR_HIGH",
    line_stride="D_DAOUT_LINE_STRIDE",
    surface_stride="D_DAOUT_SURF_STRIDE",
)
PLANES_OUT = replace(CUBE_OUT, surface_stride="D_DAOUT_PLANAR_STRIDE")
SIDES = (CUBE_IN, PLANES_IN, CUBE_OUT, PLANES_OUT)


def side_of(cube: SideRegisters, planes: SideRegisters, planar: Only) -> Metadata:
    """Metadata of a side that is planar in layers of one kind."""
    of_planes = stride(f"RBK.{planes.surface_stride}", planar)
    of_cube = stride(f"RBK.{cube.surface_stride}", planar.others)
    return cube.part("RBK", surface_stride_bytes=either(of_planes, of_cube))
