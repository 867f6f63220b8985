"""Convolution: CDMA fetches, CSC, CMAC and CACC compute, SDP takes what comes out (docs/nvdla/convolution.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Flow, Footprint
from models.nvdla.blocks.make import make_block
from models.nvdla.blocks.ping_pong import RegisterBlock
from models.nvdla.conv.cbuf import group_kernels
from models.nvdla.conv.cdma_block import CdmaBlock
from models.nvdla.conv.compute import count_special_inputs, sums_of, taken_apart
from models.nvdla.conv.decode import decode_conv, decode_fetch, need_all_supported, need_supported
from models.nvdla.conv.descriptor import BLOCKS, Conv
from models.nvdla.conv.inputs import DATA
from models.nvdla.conv.registers import ROWS
from models.nvdla.conv.start import ConvStart
from models.nvdla.conv.weights import WEIGHTS
from models.nvdla.field_table import shared_fields
from models.nvdla.interrupts import done_bits
from models.nvdla.pipeline.stage import Stage
from models.nvdla.surfaces.layout import ceil_div
from models.nvdla.surfaces.rules import need_memories
from models.registers import Block


class ConvStage(Stage):
    """Direct convolution of feature data."""

    name = "CONV"
    blocks = BLOCKS
    lead = "CACC"
    shared = shared_fields(ROWS)

    def reset(self) -> None:
        """Nothing stays of earlier layers."""
        super().reset()
        self.state: int | None = 0  # what CACC has counted of saturated sums; None: nobody knows
        self._early: set[Claim] = set()  # of CDMA, before the buffer was known to be ready

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        if block.name != "CDMA":
            return make_block(block, self.config)
        self._cdma = CdmaBlock(block, self.config)
        return self._cdma

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """CDMA fetches, and interrupts once for data and once for weights; CACC interrupts when SDP has all."""
        if claim.block == "CACC":
            claim.free.cause = Cause.TAKEN
            (bit,) = done_bits("CACC", claim.group)
            claim.raises(bit, Cause.TAKEN, frees=True)
        if claim.block != "CDMA":
            return ()
        assert isinstance(claim.settings, Mapping)
        need_supported(self.registers, "CDMA", claim.settings)
        data, weights = decode_fetch(self.registers, claim.settings, self.config)
        need_memories((*data.sides, weights.side), self.config)
        reads = *data.footprints(self.config), *weights.footprints(self.config)
        if not self._cdma.flushed:
            self._early.add(claim)
        claim.free.cause = Cause.FETCHED
        for bit, stream in zip(done_bits("CDMA", claim.group), (DATA, WEIGHTS), strict=True):
            claim.raises(bit, Cause.FETCHED, streams=(stream,))
        return reads

    def partners(self, lead: Claim) -> tuple[str, ...]:  # noqa: ARG002 - every layer needs all
        """All blocks take part."""
        return BLOCKS[:-1]

    def begun(self, claims: Mapping[str, Claim]) -> ConvStart:
        """How the layer was started."""
        order = sorted(BLOCKS, key=lambda block: claims[block].started_by)
        return ConvStart(tuple(order), flushed=claims["CDMA"] not in self._early)

    def describe(self, claims: Mapping[str, Claim]) -> Conv:
        """The layer that joined claims describe.

        Raises:
            ValueError: they describe what cannot be computed yet.
        """
        settings = {}
        for block in BLOCKS:
            values = claims[block].settings
            assert isinstance(values, Mapping)
            settings[block] = values
        need_all_supported(self.registers, settings)
        return decode_conv(self.registers, settings, self.config)

    def need_computable(self, descriptor: Descriptor) -> None:
        """A layer whose precisions are known can be computed.

        Raises:
            ValueError: they are not.
        """
        assert isinstance(descriptor, Conv)
        descriptor.need_known()

    def compute(self, layer: Layer) -> Result:
        """The sums that SDP takes, and what CDMA and CACC have counted."""
        conv = layer.descriptor
        assert isinstance(conv, Conv)
        cdma = next(claim for claim in layer.claims if claim.block == "CDMA")
        operands = taken_apart(conv, self.config, *cdma.fetched)
        sums = sums_of(conv, self.config, operands)
        known = sums.known
        if cdma in self._early:
            self._early.discard(cdma)
            known = known & False
        statuses = count_special_inputs(conv, *cdma.fetched)
        saturated = self._saturated(conv, sums.saturated if known.all() else None)
        if saturated is not None:
            statuses["CACC", "D_OUT_SATURATION"] = saturated
        return Result(flow=Flow("SDP", sums.values[None], known[None]), statuses=statuses, state=saturated)

    def _saturated(self, conv: Conv, count: int | None) -> int | None:
        """What CACC has counted at a layer's end.

        The part begins anew with a layer's first result, unless that is its last one too: then it goes on from the
        layer before (docs/nvdla/convolution.md, 'CACC in integers').
        """
        groups = ceil_div(conv.weights.kernels, group_kernels(self.config, conv.precision))
        results = conv.output.height * conv.output.width * groups
        before = 0 if results > 1 else self.state
        return None if count is None or before is None else before + count
