"""Rubik: reorders elements in memory, without arithmetic (docs/nvdla/units.md, 'Rubik')."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import ExpectedWrites, Footprint
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.rubik.descriptor import UNIT, Rubik, decode_rubik
from models.nvdla.surfaces.side import need_memories
from models.nvdla.surfaces.surface_layout import need_room
from models.pipeline.moved import MovedDerivation


class RubikStage(RegisterStage):
    """Contract, split and merge."""

    name = UNIT
    blocks = (UNIT,)
    lead = UNIT

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """A layer reads one surface, and interrupts once."""
        rubik = self.describe({UNIT: claim})
        need_memories(rubik.sides, self.config)
        reads = rubik.reads(self.config)
        (bit,) = done_bits(UNIT, group_of(claim))
        claim.raises(bit, Cause.ANSWERED, frees=True)
        return reads

    def describe(self, claims: Mapping[str, Claim]) -> Rubik:
        """The layer that a group's registers describe."""
        settings = claims[UNIT].settings
        assert isinstance(settings, Mapping)
        return decode_rubik(self.registers.blocks[UNIT], settings, self.config)

    def need_room(self, descriptor: Descriptor) -> None:
        """What it writes must not be too much.

        Raises:
            ValueError: it is.
        """
        assert isinstance(descriptor, Rubik)
        need_room([descriptor.destination_layout(self.config)], "writes")

    def compute(self, layer: Layer) -> Result:
        """What a layer writes: what it read, in another order; zeros where the output has no element."""
        rubik, (fetched,) = layer.descriptor, layer.lead.fetched
        assert isinstance(rubik, Rubik)
        (where,) = rubik.writes(self.config)
        if rubik.mode == "CONTRACT":  # whose two sides name their atoms in the same order
            derivation = MovedDerivation(UNIT, (where,), layer.lead.fetched)
            return Result((ExpectedWrites(where, fetched.data, fetched.known),), last_write=0, derivation=derivation)
        source, destination = rubik.source_layout(self.config), rubik.destination_layout(self.config)
        data = destination.pack(source.unpack(fetched.data), 0)
        known = destination.pack(source.unpack(fetched.known), True)
        derivation = MovedDerivation(
            UNIT, (where,), layer.lead.fetched, lambda order: destination.pack(source.unpack(order), -1)
        )
        return Result((ExpectedWrites(where, data, known),), last_write=0, derivation=derivation)
