"""The registers of CDP and CDP_RDMA: counters that nothing but reset clears, tables that each layer uses."""

from __future__ import annotations

from collections.abc import Mapping

from models.layer import Claim
from models.nvdla.blocks.claiming import PERF_SWITCH, ClaimingBlock
from models.nvdla.lut.block import LookUpBlock


class CdpReaderBlock(ClaimingBlock):
    """CDP_RDMA's registers."""

    def _begin(self, claim: Claim) -> None:
        """What was counted is never cleared: later counts go on from it."""
        super()._begin(claim)
        self.counters.leave()


class CdpBlock(LookUpBlock):
    """CDP's registers."""

    def looks_up(self, settings: Mapping[str, int]) -> bool:  # noqa: ARG002 - of other units layers differ
        """All layers do."""
        return True

    def _counts(self, group: int) -> bool:
        """Whether stalls are counted in a group: a switch beside it is for the tables."""
        switch = self.block.registers[PERF_SWITCH]
        return bool(switch.DMA_EN.get(self.groups[group][PERF_SWITCH]))

    def _begin(self, claim: Claim) -> None:
        """What was counted is never cleared: later counts go on from it."""
        super()._begin(claim)
        self.counters.leave()
