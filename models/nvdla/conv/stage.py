"""Convolution: CDMA fetches, CSC, CMAC and CACC compute, SDP takes what comes out (docs/nvdla/convolution.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.blocks.register_block import RegisterBlock
from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Footprint
from models.nvdla.blocks.make import make_block
from models.nvdla.codec.codec import decode, shared_fields
from models.nvdla.conv.block import CdmaBlock
from models.nvdla.conv.buffer.ring import WeightRing
from models.nvdla.conv.buffer.streams import compressed_streams
from models.nvdla.conv.descriptor import BLOCKS, Conv
from models.nvdla.conv.fetch.reading import Fetch, FetchPlan, plan_of
from models.nvdla.conv.room import need_room_to_compute
from models.nvdla.conv.rules.start import ConvStart
from models.nvdla.conv.run import ConvRun, ConvState
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.links import CACC_TO_SDP, delivered_beats
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.surfaces.side import need_memories
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import Block


class ConvStage(RegisterStage):
    """Convolutions of all kinds."""

    name = "CONV"
    blocks = BLOCKS
    lead = "CACC"
    shared = shared_fields(Conv)

    def reset(self) -> None:
        """Nothing stays of earlier layers."""
        super().reset()
        self.state: ConvState = ConvState()
        self._early: set[Claim] = set()  # of CDMA, before the buffer was known to be ready
        self._fetch: Fetch | None = None  # what CDMA claimed last
        self._plans: dict[Claim, FetchPlan] = {}
        self._ring = WeightRing(self.config)

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        if block.name != "CDMA":
            return make_block(block, self.config)
        self._cdma = CdmaBlock(block, self.config)
        return self._cdma

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """CDMA fetches, and interrupts once for data and once for weights; CACC ends as SDP takes what it has."""
        if claim.block == "CACC":
            (bit,) = done_bits("CACC", group_of(claim))
            claim.free.room = delivered_beats(self.config) + CACC_TO_SDP
            claim.raises(bit, Cause.STARTED, room=CACC_TO_SDP, frees=True)
        return self._claimed_cdma(claim) if claim.block == "CDMA" else ()

    def _claimed_cdma(self, claim: Claim) -> Sequence[Footprint]:
        before = self._fetch
        self._fetch = fetch = decode(Fetch, self.words({"CDMA": claim}), Conv)
        need_memories((*fetch.input.sides, fetch.weights.side), self.config)
        plan = self._plans[claim] = plan_of(fetch, before, self.config)
        if not self._cdma.flushed:
            self._early.add(claim)
        claim.free.cause = Cause.FETCHED if plan.reads else Cause.CLAIMED
        for bit, reads in zip(done_bits("CDMA", group_of(claim)), (plan.data, plan.weights), strict=True):
            streams = tuple(where.label for where in reads)
            claim.raises(bit, Cause.FETCHED if reads else Cause.CLAIMED, streams=streams)
        waits = bool(plan.weights) and self._ring.fill(fetch.buffer, fetch.weights.size_bytes)
        shown = plan.shows_data(self.config), plan.shows_weights(self.config) and not waits
        for end, prompt in zip(claim.ends, (all(shown), *shown), strict=True):
            end.prompt = prompt  # else the last read may come late, and nobody tells it from an earlier one, or wait
        return plan.reads

    def partners(self, lead: Claim) -> tuple[str, ...]:  # noqa: ARG002 - every layer needs all
        """All blocks take part."""
        return BLOCKS[:-1]

    def begun(self, claims: Mapping[str, Claim]) -> Sequence[object]:
        """How the layer was started, and compressed weights as they lie in memory."""
        order = sorted(BLOCKS, key=lambda block: claims[block].started_by)
        start = ConvStart(tuple(order), flushed=claims["CDMA"] not in self._early)
        fetch = self._plans[claims["CDMA"]].fetch
        if fetch.weights.compression is None or fetch.precision not in ELEMENT_BYTES:
            return (start,)
        conv = self.describe(claims)
        streams = self._run(conv, claims["CDMA"]).new_streams
        checked = None if streams is None else compressed_streams(conv, self.config, streams)
        return (start,) if checked is None else (start, checked)

    def describe(self, claims: Mapping[str, Claim]) -> Conv:
        """The layer that joined claims describe."""
        return decode(Conv, self.words(claims))

    def need_room(self, descriptor: Descriptor) -> None:
        """What is made of what it fetches must not be too much either.

        Raises:
            ValueError: it is.
        """
        assert isinstance(descriptor, Conv)
        if descriptor.known_precision:
            need_room_to_compute(descriptor, self.config)

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:
        """A layer can be computed whose kind is settled, and that gets all the data and weights that it waits for.

        Raises:
            ValueError: it cannot.
        """
        assert isinstance(descriptor, Conv)
        descriptor.need_known()
        self._run(descriptor, claims["CDMA"]).need_end()

    def compute(self, layer: Layer) -> Result:
        """The sums that SDP takes, and what CDMA and CACC have counted."""
        conv = layer.descriptor
        assert isinstance(conv, Conv)
        cdma = next(claim for claim in layer.claims if claim.block == "CDMA")
        result = self._run(conv, cdma).result(layer, spoilt=cdma in self._early)
        self._early.discard(cdma)
        del self._plans[cdma]
        return result

    def _run(self, conv: Conv, cdma: Claim) -> ConvRun:
        return ConvRun(conv, self.config, self._plans[cdma], cdma.fetched, self.state)
