"""Which kind of register block a unit has."""

from __future__ import annotations

from models.blocks.register_block import RegisterBlock
from models.nvdla.blocks.claiming import ClaimingBlock
from models.nvdla.blocks.table_port import TableBlock
from models.nvdla.config import HwConfig
from models.nvdla.register_behaviours import TABLE_PORT
from models.registers import Block


def make_block(block: Block, config: HwConfig) -> RegisterBlock:
    """The register block of a unit, by what its registers are."""
    if any(register.behaviour is TABLE_PORT for register in block):
        return TableBlock(block, config)
    if not any(register.grouped for register in block):
        return RegisterBlock(block)
    return ClaimingBlock(block, config, keeps=block.name != "RBK" or "mover-stalls-kept" in config.errata)
