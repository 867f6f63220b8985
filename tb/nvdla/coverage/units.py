"""Which blocks, units and streams are covered: those whose data path the reference has, and what all units share."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.device import UNITS
from models.registers import Block, RegisterMap

SHARED = ("GLB", "MCIF", "CVIF")
GROUPED = frozenset(("BDMA", "RBK"))
"""Units that have a coverage group."""


def covered_units(config: HwConfig) -> tuple[str, ...]:
    """The units with a data path, in the order of their names."""
    return tuple(sorted(UNITS & config.units & GROUPED))


def covered_blocks(config: HwConfig, registers: RegisterMap) -> tuple[Block, ...]:
    """Their blocks and those that all units share, as far as the configuration has them."""
    return tuple(registers.blocks[name] for name in (*SHARED, *covered_units(config)) if name in config.block_bases)
