"""CDP's registers: tables that each layer uses."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.blocks.claiming import UnclearedBlock
from models.nvdla.lut.block import LookUpBlock


class CdpBlock(UnclearedBlock, LookUpBlock):
    """CDP's registers."""

    def looks_up(self, settings: Mapping[str, int]) -> bool:  # noqa: ARG002 - of other units layers differ
        """All layers do."""
        return True
