"""The registers of SDP and SDP_RDMA: counters of read DMAs that do not read, tables that some layers use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.layer import Claim
from models.nvdla.blocks.claiming import ClaimingBlock
from models.nvdla.codec.words import Only, Words, holds
from models.nvdla.groups import group_of
from models.nvdla.lut.block import LookUpBlock
from models.nvdla.sdp.operators.absent import TABLES
from models.nvdla.sdp.operators.operand_registers import OPERANDS
from models.nvdla.sdp.registers import LOOKING_UP

_READS = MappingProxyType(
    {"D_PERF_MRDMA_READ_STALL": Only.of("SDP_RDMA.D_FEATURE_MODE_CFG.FLYING_MODE", "OFF")}
    | {
        f"D_PERF_{dma.letter}RDMA_READ_STALL": Only.of(f"SDP_RDMA.{dma.switches}.{dma.letter}RDMA_DISABLE", "NO")
        for dma in OPERANDS
    }
)
"""In which layers the read DMA reads whose stalls a register counts."""


class SdpReaderBlock(ClaimingBlock):
    """SDP_RDMA's registers: of a read DMA that does not read in a layer, the part shows the count of before."""

    def reset(self) -> None:
        """No read DMA has counted."""
        super().reset()
        self._have_counted: set[str] = set()

    def _begin(self, claim: Claim) -> None:
        super()._begin(claim)
        group = group_of(claim)
        words = Words({self.block.name: self.block}, self._config, {self.block.name: self.groups[group]})
        for name, reads in _READS.items():
            if not reads.holds(words):
                if name in self._have_counted and "sdp-operand-stalls-kept" in self._config.errata:
                    self.counters.carry((group, name))
            elif self._counts(group):
                self._have_counted.add(name)


class SdpBlock(LookUpBlock):
    """SDP's registers; its layers may leave the tables out."""

    def looks_up(self, settings: Mapping[str, int]) -> bool:
        """Whether a layer uses the tables, by SDP's own registers."""
        return TABLES in self._config.features and holds(
            LOOKING_UP, Words({self.block.name: self.block}, self._config, {self.block.name: settings})
        )
