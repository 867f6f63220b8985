"""PDP, with what PDP_RDMA reads for it (docs/nvdla/pooling_and_normalisation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from models.blocks.register_block import RegisterBlock
from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Footprint
from models.nvdla.blocks.claiming import UnclearedBlock
from models.nvdla.codec.codec import decode, shared_fields
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.reading import PdpReading
from models.nvdla.pdp.registers import FLYING, READER, UNIT
from models.nvdla.pdp.room import need_time
from models.nvdla.pdp.run import PdpRun, Written
from models.nvdla.pdp.settled import need_settled
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.sdp.descriptor import UNIT as SDP
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import need_memories
from models.nvdla.surfaces.surface_layout import need_room
from models.registers import Block
from models.rules import Broken


class PdpStage(RegisterStage):
    """PDP: on the fly from SDP or from memory, to memory."""

    name = UNIT
    blocks = (READER, UNIT)
    lead = UNIT
    shared = shared_fields(Pdp)
    state: Written

    def reset(self) -> None:
        """What was written before it still stands in the write buffer."""
        self.state = Written()

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        return UnclearedBlock(block, self.config, keeps="pool-stalls-kept" in self.config.errata)

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """PDP_RDMA reads; PDP interrupts when memory has answered."""
        if claim.block == READER:
            reads = self._reading(claim).footprints(self.config)
            claim.free.cause = Cause.FETCHED if reads else Cause.CLAIMED
            claim.free.prompt = not reads  # it holds what it has read until PDP takes it
            return reads
        if self._flying(claim):
            self.need_computable(self.describe({UNIT: claim}), {UNIT: claim})
        else:
            claim.free.cause, claim.free.prompt = Cause.FETCHED, False  # the output may still wait for memory
        (bit,) = done_bits(UNIT, group_of(claim))
        claim.raises(bit, Cause.ANSWERED, frees=True)
        return ()

    def partners(self, lead: Claim) -> tuple[str, ...]:
        """PDP_RDMA, where the input comes from memory."""
        return () if self._flying(lead) else (READER,)

    def needless(self, claim: Claim) -> str:
        """PDP_RDMA is needed for nothing where SDP hands the input on."""
        if claim.block != READER:
            return ""
        return "it is on the fly" if self._reading(claim).source is None else ""

    def feeder(self, lead: Claim) -> str:
        """SDP, of layers on the fly."""
        return SDP if self._flying(lead) else ""

    def misfits(self, claims: Mapping[str, Claim], feeder: Layer) -> Iterator[Broken]:
        """Where the cube differs from what SDP makes, and where SDP does not go line by line."""
        pdp, sdp = self.describe(claims), feeder.descriptor
        assert isinstance(sdp, Sdp)
        for what, mine, theirs, registers in (
            ("width", pdp.width, sdp.width, ("PDP.D_DATA_CUBE_IN_WIDTH", "SDP.D_DATA_CUBE_WIDTH")),
            ("height", pdp.height, sdp.height, ("PDP.D_DATA_CUBE_IN_HEIGHT", "SDP.D_DATA_CUBE_HEIGHT")),
            ("channels", pdp.channels, sdp.channels, ("PDP.D_DATA_CUBE_IN_CHANNEL", "SDP.D_DATA_CUBE_CHANNEL")),
            ("precision", pdp.precision, sdp.out_precision, ("PDP.D_DATA_FORMAT", "SDP.D_DATA_FORMAT")),
        ):
            if mine != theirs:
                yield Broken(f"{what} {mine} of PDP is {theirs} in the SDP layer that feeds it", registers)
        if sdp.winograd or sdp.batches > 1:
            what = "tiles of Winograd" if sdp.winograd else f"{sdp.batches} batches"
            yield Broken(
                f"SDP hands {what} on; PDP takes the pixels of one cube line by line", ("SDP.D_FEATURE_MODE_CFG",)
            )

    def describe(self, claims: Mapping[str, Claim]) -> Pdp:
        """The layer that joined claims describe."""
        return decode(Pdp, self.words(claims))

    def need_room(self, descriptor: Descriptor) -> None:
        """What it writes must not be too much, nor what it computes.

        Raises:
            ValueError: it is.
        """
        assert isinstance(descriptor, Pdp)
        need_room([descriptor.layout(self.config)], "writes")
        need_time(descriptor, self.config)

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: ARG002 - the layer says all
        """A layer can be computed that is settled.

        Raises:
            ValueError: it is not.
        """
        assert isinstance(descriptor, Pdp)
        need_settled(descriptor, self.config)
        need_memories(descriptor.sides, self.config)

    def compute(self, layer: Layer) -> Result:
        """What it writes, and what it has counted."""
        pdp = layer.descriptor
        assert isinstance(pdp, Pdp)
        return PdpRun(pdp, self.config, self.state).result(layer)

    def lessened(self, layer: Layer) -> Result:
        """What comes of lanes of SDP that have no channel may be unknown now."""
        return self.compute(layer)

    def _reading(self, claim: Claim) -> PdpReading:
        return decode(PdpReading, self.words({READER: claim}), Pdp)

    def _flying(self, lead: Claim) -> bool:
        return FLYING.holds(self.words({UNIT: lead}))
