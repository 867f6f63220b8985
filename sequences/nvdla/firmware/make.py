"""The driver that suits a block."""

from __future__ import annotations

from models.nvdla.register_behaviours import SLOT, TABLE_PORT
from sequences.nvdla.firmware.drivers import BlockDriver, CdmaDriver, GroupDriver, SlotDriver
from sequences.nvdla.firmware.table_driver import TableDriver
from sequences.nvdla.target import NvdlaTarget


def make_driver(target: NvdlaTarget, name: str) -> BlockDriver:
    """The driver of a block."""
    block = target.registers.blocks[name]
    behaviours = {register.behaviour for register in block}
    if name == "CDMA":
        return CdmaDriver(target, block)
    if TABLE_PORT in behaviours:
        return TableDriver(target, block)
    return SlotDriver(target, block) if SLOT in behaviours else GroupDriver(target, block)
