"""SDP's registers."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.config import HwConfig
from models.nvdla.lut.block import LookUpBlock
from models.nvdla.sdp.decode import decode_alone
from models.registers import Block, RegisterMap


class SdpBlock(LookUpBlock):
    """SDP's registers; its layers may leave the tables out."""

    def __init__(self, block: Block, registers: RegisterMap, config: HwConfig) -> None:
        self._registers = registers
        super().__init__(block, config)

    def looks_up(self, settings: Mapping[str, int]) -> bool:
        """Whether a layer uses the tables, by SDP's own registers."""
        return decode_alone(self._registers, settings).looks_up
