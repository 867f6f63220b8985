"""The bridge DMA (docs/nvdla/units.md, 'BDMA'): a launch is a claim, a layer, and one interrupt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from models.layer import Cause, Claim, Descriptor, Layer, Result
from models.memory.footprint import ExpectedWrites, Footprint
from models.nvdla.bdma.block import BdmaBlock
from models.nvdla.bdma.descriptor import UNIT, Bdma
from models.nvdla.bdma.rules import RULES
from models.nvdla.config.errata import shown_errata
from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.surfaces.side import need_memories
from models.pipeline.moved import MovedDerivation
from models.registers import Block


class BdmaStage(RegisterStage):
    """Copies of one group."""

    name = UNIT
    blocks = (UNIT,)
    lead = UNIT

    def make_block(self, block: Block) -> BdmaBlock:
        """Its registers: slots instead of groups."""
        return BdmaBlock(block, self.config)

    def claimed(self, claim: Claim) -> Sequence[Footprint]:
        """A launch reads the sources of all its slots, and interrupts once."""
        bdma = self.describe({UNIT: claim})
        need_memories(bdma.sides, self.config)
        reads = bdma.reads(self.config)
        (bit,) = done_bits(UNIT, group_of(claim))
        claim.raises(bit, Cause.ANSWERED, frees=True)
        return reads

    def needless(self, claim: Claim) -> str:
        """A launch without slots does nothing."""
        return "" if self.describe({UNIT: claim}).copies else "no operation was gathered"

    def describe(self, claims: Mapping[str, Claim]) -> Bdma:
        """The operations that were gathered."""
        settings = claims[UNIT].settings
        assert isinstance(settings, Bdma)
        return settings

    def need_room(self, descriptor: Descriptor) -> None:
        """What it writes must not be too much.

        Raises:
            ValueError: it is.
        """
        assert isinstance(descriptor, Bdma)
        descriptor.need_room_to_write(self.config)

    def compute(self, layer: Layer) -> Result:
        """What the group must write: the bytes that it fetched."""
        bdma: Descriptor = layer.descriptor
        assert isinstance(bdma, Bdma)
        errata = shown_errata(RULES, bdma, self.config)
        settled = not set(errata) & self.config.errata
        writes = tuple(
            ExpectedWrites(where, fetched.data, fetched.known if settled else np.zeros_like(fetched.known))
            for where, fetched in zip(bdma.writes(self.config), layer.lead.fetched, strict=True)
        )
        derivation = MovedDerivation(UNIT, tuple(item.where for item in writes), layer.lead.fetched)
        return Result(writes, last_write=len(writes) - 1, derivation=derivation, errata=errata)
