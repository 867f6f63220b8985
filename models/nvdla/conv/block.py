"""CDMA's registers: whether the convolution buffer has flushed itself (docs/nvdla/units.md, 'Convolution buffer')."""

from __future__ import annotations

from models.layer import Bounds, Claim, End, Waited
from models.nvdla.blocks.claiming import ClaimingBlock
from models.nvdla.blocks.counted import DATA_LATENCY, WEIGHT_LATENCY
from models.nvdla.config import HwConfig
from models.prediction import Prediction
from models.registers import Block, Register

FLUSH_STATUS = "S_CBUF_FLUSH_STATUS"


class CdmaBlock(ClaimingBlock):
    """CDMA's registers.

    Attributes:
        flushed: the buffer is known to be ready: its status was seen, or enough time has passed since reset.
    """

    def __init__(self, block: Block, config: HwConfig) -> None:
        self._flush_cycles = config.cbuf_flush_cycles
        self._latencies = {DATA_LATENCY: config.read_ids["CDMA_DAT"], WEIGHT_LATENCY: config.read_ids["CDMA_WT"]}
        self._counts_weights = "cdma-weight-latency" not in config.errata
        super().__init__(block, config)

    def reset(self) -> None:
        """Back to reset values; the flush begins anew."""
        super().reset()
        self.flushed = False
        self._passed_cycles = 0

    def pass_cycles(self, cycles: int) -> None:
        """So many clock cycles have passed."""
        self._passed_cycles += cycles
        self.flushed = self.flushed or self._passed_cycles >= self._flush_cycles

    def _shown(self, claim: Claim, register: str, waited: Waited) -> Bounds:
        """A fetch that reads has a request outstanding for a cycle at least; of weights some parts count none."""
        shown = super()._shown(claim, register, waited)
        if register not in self._latencies:
            return shown
        if register == WEIGHT_LATENCY and not self._counts_weights:
            return Bounds(most=0)
        reading = any(where.axi_id == self._latencies[register] for where in claim.reads)
        return Bounds(least=max(shown.least, int(reading)))

    def predict(self, register: Register) -> Prediction:
        """The flush may be done at any time; once it is, it stays so."""
        if register.name != FLUSH_STATUS:
            return super().predict(register)
        allowed = frozenset((1,)) if self.flushed else frozenset((0, 1))
        return Prediction(register, register.FLUSH_DONE.mask, {register.FLUSH_DONE.name: allowed})

    def observe(self, register: Register, word: int) -> list[End]:
        """A read of the status shows that the flush is done."""
        if register.name != FLUSH_STATUS:
            return super().observe(register, word)
        self.flushed = self.flushed or bool(register.FLUSH_DONE.get(word))
        return []
