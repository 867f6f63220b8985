"""CDP, with what CDP_RDMA reads for it (docs/nvdla/pooling_and_normalisation.md, 'CDP layers')."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.blocks.register_block import RegisterBlock
from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import Footprint
from models.nvdla.blocks.claiming import UnclearedBlock
from models.nvdla.cdp.block import CdpBlock
from models.nvdla.cdp.counts import CdpState
from models.nvdla.cdp.descriptor import READER, UNIT, Cdp
from models.nvdla.cdp.reading import CdpReading
from models.nvdla.cdp.rules.tables import CdpTables
from models.nvdla.cdp.run import CdpRun
from models.nvdla.codec.codec import decode, shared_fields
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.lut.config import Tables
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.surfaces.side import need_memories
from models.nvdla.surfaces.surface_layout import need_room
from models.registers import Block


class CdpStage(RegisterStage):
    """CDP: from memory to memory, always with CDP_RDMA."""

    name = UNIT
    blocks = (READER, UNIT)
    lead = UNIT
    shared = shared_fields(Cdp)

    def reset(self) -> None:
        """No layer has left anything, none looks values up."""
        self.state: CdpState = CdpState()
        self._tables: dict[Claim, tuple[Tables, frozenset[str]]] = {}

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        if block.name != UNIT:
            return UnclearedBlock(block, self.config, keeps="pool-stalls-kept" in self.config.errata)
        self._block = CdpBlock(block, self.config)
        return self._block

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """CDP_RDMA reads; CDP takes its tables, and interrupts when memory has answered."""
        if claim.block == READER:
            claim.free.cause, claim.free.prompt = Cause.FETCHED, False  # what it read may wait for CDP
            return decode(CdpReading, self.words({READER: claim}), Cdp).footprints(self.config)
        claim.free.cause, claim.free.prompt = Cause.FETCHED, False  # the output may still wait for memory
        (bit,) = done_bits(UNIT, group_of(claim))
        claim.raises(bit, Cause.ANSWERED, frees=True)
        self._tables[claim] = self._block.snapshot(), frozenset(self._block.incomplete)
        return ()

    def partners(self, lead: Claim) -> tuple[str, ...]:  # noqa: ARG002 - it always needs it
        """CDP_RDMA."""
        return (READER,)

    def begun(self, claims: Mapping[str, Claim]) -> Sequence[object]:
        """Which of the tables software has not written whole."""
        _, incomplete = self._tables[claims[UNIT]]
        return (CdpTables(incomplete),)

    def describe(self, claims: Mapping[str, Claim]) -> Cdp:
        """The layer that joined claims describe."""
        return decode(Cdp, self.words(claims))

    def need_room(self, descriptor: Descriptor) -> None:
        """What it writes must not be too much.

        Raises:
            ValueError: it is.
        """
        assert isinstance(descriptor, Cdp)
        need_room([descriptor.layout(self.config)], "writes")

    def need_computable(self, descriptor: Descriptor, claims: Mapping[str, Claim]) -> None:  # noqa: ARG002 - the layer says all
        """The memories that it reads and writes must be there.

        Raises:
            ValueError: one is not.
        """
        assert isinstance(descriptor, Cdp)
        need_memories(descriptor.sides, self.config)

    def compute(self, layer: Layer) -> Result:
        """What it writes, and what it has counted."""
        cdp = layer.descriptor
        assert isinstance(cdp, Cdp)
        tables, _ = self._tables.pop(layer.lead)
        layer.descriptor = replace(cdp, tables=tables)
        return CdpRun(cdp, self.config, tables, self.state).result(layer)
