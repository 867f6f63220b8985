"""MCIF and CVIF: what their registers tell a bench (docs/nvdla/pins.md, 'Memory ports')."""

from __future__ import annotations

from models.nvdla.blocks.ping_pong import RegisterBlock
from models.reference import OutstandingLimit


def outstanding_limit(interface: RegisterBlock) -> OutstandingLimit:
    """What a memory interface lets be outstanding: its counts are beats less one."""
    register = interface.block.CFG_OUTSTANDING_CNT
    word = interface.values[register.name]
    return OutstandingLimit(register.RD_OS_CNT.get(word) + 1, register.WR_OS_CNT.get(word) + 1)
