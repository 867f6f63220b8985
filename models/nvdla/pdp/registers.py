"""PDP's blocks, its two sides, and kinds of layers that its registers tell apart."""

from __future__ import annotations

from models.nvdla.codec.words import Only
from models.nvdla.surfaces.side_registers import SideRegisters

UNIT = "PDP"
READER = "PDP_RDMA"
"""The block that reads memory for it."""

SOURCE = SideRegisters.named("input", "SRC", "D_SRC_RAM_CFG")
DESTINATION = SideRegisters.named("output", "DST", "D_DST_RAM_CFG")

FLYING = Only.of("PDP.D_OPERATION_MODE_CFG.FLYING_MODE", "ON_FLYING")
"""Layers whose input SDP hands on."""
SPLIT_NUM = "PDP|PDP_RDMA.D_OPERATION_MODE_CFG.SPLIT_NUM"
SPLIT = Only.of(SPLIT_NUM, "0x0").others
"""Layers that are split."""
SPLIT_IN_THREE = Only.of(SPLIT_NUM, "0x0", "0x1").others
"""Layers with strips between the first and the last."""
