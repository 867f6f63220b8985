"""SDP's registers."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.codec.words import Words, holds
from models.nvdla.config import HwConfig
from models.nvdla.lut.block import LookUpBlock
from models.nvdla.sdp.registers import LOOKING_UP
from models.registers import Block


class SdpBlock(LookUpBlock):
    """SDP's registers; its layers may leave the tables out."""

    def __init__(self, block: Block, config: HwConfig) -> None:
        self._config = config
        super().__init__(block, config)

    def looks_up(self, settings: Mapping[str, int]) -> bool:
        """Whether a layer uses the tables, by SDP's own registers."""
        return holds(LOOKING_UP, Words({self.block.name: self.block}, self._config, {self.block.name: settings}))
