"""SDP, with what SDP_RDMA reads for it (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from models.blocks.register_block import RegisterBlock
from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Footprint
from models.nvdla.codec.codec import decode, shared_fields
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.links import beats_before_pdp
from models.nvdla.lut.config import Tables
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.sdp.alone import SdpAlone
from models.nvdla.sdp.block import SdpBlock, SdpReaderBlock
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.operators.absent import without_absent
from models.nvdla.sdp.reading import SdpReading
from models.nvdla.sdp.rules.tables import LutStart
from models.nvdla.sdp.run import SdpRun
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.side import need_memories
from models.nvdla.surfaces.surface_layout import need_room
from models.registers import Block
from models.rules import Broken

SOON_COMPARED = 128
"""Elements for which Y, that takes one a cycle in the smallest parts, needs no longer than an end may take."""


class SdpStage(RegisterStage):
    """SDP: on the fly from the convolution or from memory; to memory, to PDP, or to a comparison."""

    name = UNIT
    blocks = (READER, UNIT)
    lead = UNIT
    shared = shared_fields(Sdp)

    def reset(self) -> None:
        """No counter has ever counted, no layer looks values up."""
        self.state: frozenset[str] = frozenset()
        self._tables: dict[Claim, tuple[Tables, frozenset[str]]] = {}

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        if block.name != UNIT:
            return SdpReaderBlock(block, self.config)
        self._block = SdpBlock(block, self.config)
        return self._block

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """SDP_RDMA reads; SDP takes its tables, and interrupts when memory has answered, or PDP or nobody takes it."""
        if claim.block == READER:
            reads = self._reading(claim).footprints(self.config)
            claim.free.cause = Cause.FETCHED if reads else Cause.CLAIMED
            claim.free.prompt = not reads  # it holds what it has read until SDP takes it
            return reads
        alone = self._alone(claim)
        if not alone.reads:
            self.need_computable(self.describe({UNIT: claim}), {UNIT: claim})
        if alone.reads:
            claim.free.cause, claim.free.prompt = Cause.FETCHED, False  # the output may still wait for memory
        (bit,) = done_bits(UNIT, group_of(claim))
        end = claim.raises(bit, _cause(alone), frees=True)
        behind = any(other is not claim for other in self._block.running)  # SDP_RDMA goes ahead of SDP
        end.prompt = not (alone.compares and (alone.flying or behind))  # the convolution may still be at work
        if alone.to_pdp:
            claim.free.room = end.room = beats_before_pdp(self.config)
            end.prompt = False  # PDP may still be at work
        if alone.looks_up:
            self._tables[claim] = self._block.snapshot(), frozenset(self._block.incomplete)
        return ()

    def partners(self, lead: Claim) -> tuple[str, ...]:
        """SDP_RDMA, where the input or operands come from memory."""
        return (READER,) if self._alone(lead).reads else ()

    def needless(self, claim: Claim) -> str:
        """SDP_RDMA is needed for nothing where all its read DMAs are off."""
        if claim.block != READER:
            return ""
        reading = self._reading(claim)
        return "it is on the fly and has no operand" if reading.reads_nothing else ""

    def feeder(self, lead: Claim) -> str:
        """The convolution, of layers on the fly."""
        return "CONV" if self._alone(lead).flying else ""

    def misfits(self, claims: Mapping[str, Claim], feeder: Layer) -> Iterator[Broken]:
        """Where the cube differs from what the convolution makes."""
        sdp, conv = self.describe(claims), feeder.descriptor
        assert isinstance(conv, Conv)
        for what, mine, theirs, registers in (
            ("width", sdp.width, conv.output.width, ("SDP.D_DATA_CUBE_WIDTH", "CACC.D_DATAOUT_SIZE_0")),
            ("height", sdp.height, conv.output.height, ("SDP.D_DATA_CUBE_HEIGHT", "CACC.D_DATAOUT_SIZE_0")),
            ("channels", sdp.channels, conv.weights.kernels, ("SDP.D_DATA_CUBE_CHANNEL", "CACC.D_DATAOUT_SIZE_1")),
            ("number of batches", sdp.batches, conv.input.batches, ("SDP.D_FEATURE_MODE_CFG", "CACC.D_BATCH_NUMBER")),
            ("mode WINOGRAD", sdp.winograd, conv.mode == WINOGRAD, ("SDP.D_FEATURE_MODE_CFG", "CACC.D_MISC_CFG")),
            ("precision", sdp.precision, conv.precision, ("SDP.D_DATA_FORMAT", "CACC.D_MISC_CFG")),
        ):
            if mine != theirs:
                yield Broken(f"{what} {mine} of SDP is {theirs} in the convolution that feeds it", registers)

    def begun(self, claims: Mapping[str, Claim]) -> Sequence[object]:
        """Which of the tables that it uses software has not written whole."""
        given = self._tables.get(claims[UNIT])
        return () if given is None else (LutStart(given[1]),)

    def describe(self, claims: Mapping[str, Claim]) -> Sdp:
        """The layer that joined claims describe."""
        return decode(Sdp, self.words(claims))

    def need_room(self, descriptor: Descriptor) -> None:
        """What it writes must not be too much.

        Raises:
            ValueError: it is.
        """
        assert isinstance(descriptor, Sdp)
        sdp = without_absent(descriptor, self.config)
        if not sdp.writes_nothing:
            need_room(sdp.layouts(self.config), "writes")

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: ARG002 - the layer says all
        """A layer can be computed that is settled, and that gets all that it waits for.

        Raises:
            ValueError: it cannot.
        """
        assert isinstance(descriptor, Sdp)
        sdp = without_absent(descriptor, self.config)
        sdp.need_known()
        need_memories(sdp.sides, self.config)

    def compute(self, layer: Layer) -> Result:
        """What it writes or hands on, and what it has counted."""
        assert isinstance(layer.descriptor, Sdp)
        sdp = without_absent(layer.descriptor, self.config)
        tables, _ = self._tables.pop(layer.lead, (None, None))
        layer.descriptor = replace(sdp, tables=tables)
        if sdp.y.compares and (self._takes_long(sdp) or not sdp.reading.shows_all(self.config)):
            for end in layer.lead.ends:
                end.prompt = False
        return SdpRun(sdp, self.config, tables, self.state).result(layer)

    def lessened(self, layer: Layer) -> Result:
        """What comes of operands in lanes that have no channel may be unknown now."""
        sdp = layer.descriptor
        assert isinstance(sdp, Sdp)
        return SdpRun(sdp, self.config, sdp.tables, self.state).result(layer)

    def _takes_long(self, sdp: Sdp) -> bool:
        """Whether Y may be at work long after all is read, as it takes few elements a cycle."""
        return padded_channels(sdp.channels, sdp.precision, self.config) * sdp.height * sdp.width > SOON_COMPARED

    def _alone(self, lead: Claim) -> SdpAlone:
        return without_absent(decode(SdpAlone, self.words({UNIT: lead}), Sdp), self.config)

    def _reading(self, claim: Claim) -> SdpReading:
        return without_absent(decode(Sdp, self.words({READER: claim})), self.config).reading


def _cause(alone: SdpAlone) -> Cause:
    """What lets its interrupt come."""
    if not (alone.compares or alone.to_pdp):
        return Cause.ANSWERED
    return Cause.FETCHED if alone.reads else Cause.STARTED
