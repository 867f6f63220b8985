"""Registers of the sides of a convolution, and kinds of convolutions that registers tell apart."""

from __future__ import annotations

from models.nvdla.codec.words import Only
from models.nvdla.surfaces.side_registers import SideRegisters

SOURCE = SideRegisters(
    name="input",
    ram_register="D_DAIN_RAM_TYPE",
    ram_field="DATAIN_RAM_TYPE",
    address_low="D_DAIN_ADDR_LOW_0",
    address_high="D_DAIN_ADDR_HIGH_0",
    line_stride="D_LINE_STRIDE",
    surface_stride="D_SURF_STRIDE",
)

SECOND = SideRegisters(
    name="second plane",
    ram_register="D_DAIN_RAM_TYPE",
    ram_field="DATAIN_RAM_TYPE",
    address_low="D_DAIN_ADDR_LOW_1",
    address_high="D_DAIN_ADDR_HIGH_1",
    line_stride="D_LINE_UV_STRIDE",
    surface_stride="D_SURF_STRIDE",
)


WEIGHT_ADDRESS = "D_WEIGHT_ADDR_LOW", "D_WEIGHT_ADDR_HIGH"
MASK_ADDRESS = "D_WMB_ADDR_LOW", "D_WMB_ADDR_HIGH"
SIZES_ADDRESS = "D_WGS_ADDR_LOW", "D_WGS_ADDR_HIGH"
"""Registers of CDMA: the low and the high word."""

MODE = "CDMA|CSC|CMAC_A|CMAC_B|CACC.D_MISC_CFG.CONV_MODE"
IN_DIRECT_MODE, IN_WINOGRAD_MODE = Only.of(MODE, "DIRECT"), Only.of(MODE, "WINOGRAD")
KIND = "CDMA|CSC.D_DATAIN_FORMAT.DATAIN_FORMAT"
OF_FEATURES, OF_IMAGES = Only.of(KIND, "FEATURE"), Only.of(KIND, "PIXEL")
