"""The registers of the two sides of a Rubik layer: cubes and planes have their strides in different ones."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.surfaces.side_registers import SideRegisters

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


def side_registers(mode: str) -> tuple[SideRegisters, SideRegisters]:
    """The registers of the source and of the destination in a mode."""
    return PLANES_IN if mode == "MERGE" else CUBE_IN, PLANES_OUT if mode == "SPLIT" else CUBE_OUT
