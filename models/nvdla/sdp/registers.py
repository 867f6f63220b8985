"""Places in SDP's registers that several descriptors of a layer look at."""

from __future__ import annotations

from models.nvdla.codec.words import Only
from models.nvdla.surfaces.side_registers import SideRegisters

DESTINATION = SideRegisters.named("output", "DST", "D_DST_DMA_CFG")
FLYING = "SDP|SDP_RDMA.D_FEATURE_MODE_CFG.FLYING_MODE"
LOOKING_UP = Only.of("SDP.D_DP_EW_CFG.EW_BYPASS", "NO"), Only.of("SDP.D_DP_EW_CFG.EW_LUT_BYPASS", "NO")
"""Layers in which Y uses its look-up tables."""
