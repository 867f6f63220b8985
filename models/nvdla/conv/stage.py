"""Convolution: CDMA fetches, CSC, CMAC and CACC compute, SDP takes what comes out (docs/nvdla/convolution.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Flow, Footprint
from models.nvdla.blocks.make import make_block
from models.nvdla.blocks.ping_pong import RegisterBlock
from models.nvdla.conv.carried import NOTHING, Carried, data_found, fetched_lines, left_behind
from models.nvdla.conv.cbuf import group_kernels
from models.nvdla.conv.cdma_block import CdmaBlock
from models.nvdla.conv.compute import Sums, count_special_inputs, sums_of
from models.nvdla.conv.decode import decode_conv, decode_fetch
from models.nvdla.conv.descriptor import BLOCKS, Conv
from models.nvdla.conv.fetch import Fetch, FetchPlan, plan_of
from models.nvdla.conv.registers import ROWS
from models.nvdla.conv.slices import Slices, slices_of
from models.nvdla.conv.start import ConvStart
from models.nvdla.conv.streams import WeightStreams, kernels_of, streams_of
from models.nvdla.conv.told import HEIGHT, misfits
from models.nvdla.field_table import shared_fields
from models.nvdla.interrupts import done_bits
from models.nvdla.pipeline.stage import Stage
from models.nvdla.surfaces.layout import ceil_div
from models.nvdla.surfaces.rules import need_memories
from models.registers import Block


@dataclass(frozen=True, slots=True)
class ConvState:
    """What a layer leaves behind.

    Attributes:
        saturated: what CACC has counted of saturated sums; None: nobody knows.
        carried: what stays in the convolution buffer.
        source: the layers that put it there.
    """

    saturated: int | None = 0
    carried: Carried = NOTHING
    source: tuple[Layer, ...] = ()


class ConvStage(Stage):
    """Convolutions of all kinds."""

    name = "CONV"
    blocks = BLOCKS
    lead = "CACC"
    shared = shared_fields(ROWS)

    def reset(self) -> None:
        """Nothing stays of earlier layers."""
        super().reset()
        self.state: ConvState = ConvState()
        self._early: set[Claim] = set()  # of CDMA, before the buffer was known to be ready
        self._fetch: Fetch | None = None  # what CDMA claimed last
        self._plans: dict[Claim, FetchPlan] = {}

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
        return self._claimed_cdma(claim) if claim.block == "CDMA" else ()

    def _claimed_cdma(self, claim: Claim) -> Sequence[Footprint]:
        assert isinstance(claim.settings, Mapping)
        before = self._fetch
        self._fetch = fetch = decode_fetch(self.registers, claim.settings, self.config)
        need_memories((*fetch.input.sides, fetch.weights.side), self.config)
        plan = self._plans[claim] = plan_of(fetch, before, self.config)
        if not self._cdma.flushed:
            self._early.add(claim)
        claim.free.cause = Cause.FETCHED if plan.reads else Cause.CLAIMED
        for bit, reads in zip(done_bits("CDMA", claim.group), (plan.data, plan.weights), strict=True):
            streams = tuple(where.label for where in reads)
            claim.raises(bit, Cause.FETCHED if reads else Cause.CLAIMED, streams=streams)
        return plan.reads

    def partners(self, lead: Claim) -> tuple[str, ...]:  # noqa: ARG002 - every layer needs all
        """All blocks take part."""
        return BLOCKS[:-1]

    def begun(self, claims: Mapping[str, Claim]) -> Sequence[object]:
        """How the layer was started."""
        order = sorted(BLOCKS, key=lambda block: claims[block].started_by)
        return (ConvStart(tuple(order), flushed=claims["CDMA"] not in self._early),)

    def describe(self, claims: Mapping[str, Claim]) -> Conv:
        """The layer that joined claims describe."""
        settings = {}
        for block in BLOCKS:
            values = claims[block].settings
            assert isinstance(values, Mapping)
            settings[block] = values
        return decode_conv(self.registers, settings, self.config)

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:
        """A layer can be computed whose kind is settled, and that gets all the data and weights that it waits for.

        Raises:
            ValueError: it cannot.
        """
        assert isinstance(descriptor, Conv)
        descriptor.need_known()
        plan, found = self._plans[claims["CDMA"]], self.state.carried.for_layer(descriptor)
        lines = found.lines + fetched_lines(plan.fetch, skipped=not plan.data)
        if lines < descriptor.view.height:
            raise ValueError(f"it waits for {descriptor.view.height} slices of data without end, it has {lines}")
        kernels = descriptor.weights.kernels
        if not plan.weights and (found.weights is None or found.weights.kernels < kernels):
            there = 0 if found.weights is None else found.weights.kernels
            raise ValueError(f"it waits for {kernels} kernels without end, it has {there}")

    def compute(self, layer: Layer) -> Result:
        """The sums that SDP takes, and what CDMA and CACC have counted."""
        conv = layer.descriptor
        assert isinstance(conv, Conv)
        cdma = next(claim for claim in layer.claims if claim.block == "CDMA")
        data, weights = self._plans[cdma].parted(cdma.fetched)
        found = self.state.carried.for_layer(conv)
        slices = data_found(conv, found, slices_of(conv, self.config, data) if data else None)
        streams = streams_of(conv, weights) if weights else found.weights
        assert streams is not None
        if cdma in self._early or any(source.races for source in self.state.source):
            slices, streams = slices.forgotten(), streams.forgotten()
        sums = self._sums(conv, found, slices, streams)
        carried = left_behind(conv, found, slices, streams)
        saturated = self._saturated(conv, sums.saturated if sums.known.all() else None)
        statuses = count_special_inputs(conv, data, weights)
        if saturated is not None:
            statuses["CACC", "D_OUT_SATURATION"] = saturated
        self._early.discard(cdma)
        del self._plans[cdma]
        sources = (*self.state.source, layer) if carried.slices or carried.weights else ()
        return Result(
            flow=Flow("SDP", sums.values, sums.known),
            statuses=statuses,
            state=ConvState(saturated, carried, sources),
        )

    def _sums(self, conv: Conv, found: Carried, slices: Slices, streams: WeightStreams) -> Sums:
        """The sums; those of a layer whose registers disagree, or of weights that nobody knows, are not known."""
        kernels = kernels_of(conv, self.config, streams)
        sums = sums_of(conv, self.config, slices.cut(0, conv.view.height), kernels)
        wrong = [item for item in misfits(conv, self.config) if item.what != HEIGHT]
        if wrong or found.stray_weights or kernels.disagreement:
            return replace(sums, known=np.zeros(sums.known.shape, np.bool_))
        return sums

    def _saturated(self, conv: Conv, count: int | None) -> int | None:
        """What CACC has counted at a layer's end.

        The part begins anew with a layer's first result, unless that is its last one too: then it goes on from the
        layer before (docs/nvdla/convolution.md, 'CACC in integers').
        """
        groups = ceil_div(conv.weights.kernels, group_kernels(self.config, conv.precision))
        results = conv.output.height * conv.output.width * groups * conv.input.batches
        before = 0 if results > 1 else self.state.saturated
        return None if count is None or before is None else before + count
