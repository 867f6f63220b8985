"""The registers of the two sides of a BDMA operation."""

from __future__ import annotations

from models.nvdla.surfaces.side_registers import SideRegisters

SOURCE = SideRegisters(
    name="source",
    ram_register="CFG_CMD",
    ram_field="SRC_RAM_TYPE",
    address_low="CFG_SRC_ADDR_LOW",
    address_high="CFG_SRC_ADDR_HIGH",
    line_stride="CFG_SRC_LINE",
    surface_stride="CFG_SRC_SURF",
)
DESTINATION = SideRegisters(
    name="destination",
    ram_register="CFG_CMD",
    ram_field="DST_RAM_TYPE",
    address_low="CFG_DST_ADDR_LOW",
    address_high="CFG_DST_ADDR_HIGH",
    line_stride="CFG_DST_LINE",
    surface_stride="CFG_DST_SURF",
)
