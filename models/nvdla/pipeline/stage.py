"""Stages of NVDLA: their claims are what registers of blocks hold, and a layer's blocks share fields of registers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from models.blocks.register_block import RegisterBlock
from models.layer import Claim
from models.nvdla.blocks.make import make_block
from models.nvdla.codec.words import SharedField, Words
from models.nvdla.config import HwConfig
from models.pipeline.stage import Stage
from models.registers import Block, RegisterMap
from models.rules import Broken


class RegisterStage(Stage):
    """A stage that registers describe.

    Attributes:
        shared: fields on which the blocks of a layer must agree.
    """

    shared: ClassVar[tuple[SharedField, ...]] = ()

    def __init__(self, registers: RegisterMap, config: HwConfig) -> None:
        self.registers, self.config = registers, config
        super().__init__()

    def make_block(self, block: Block) -> RegisterBlock:
        """The registers of one of its blocks."""
        return make_block(block, self.config)

    def words(self, claims: Mapping[str, Claim]) -> Words:
        """What the registers of claims hold, by block."""
        settings = {name: claim.settings for name, claim in claims.items() if isinstance(claim.settings, Mapping)}
        return Words(self.registers.blocks, self.config, settings)

    def disagreements(self, claims: Mapping[str, Claim]) -> Iterator[Broken]:
        """Shared fields that differ between blocks."""
        words = self.words(claims)
        for shared in self.shared:
            if not shared.matters(words):
                continue
            values = shared.values(words)
            if len(set(values.values())) > 1:
                text = ", ".join(f"{place} is {value:#x}" for place, value in values.items())
                yield Broken(f"blocks of one layer disagree: {text}", tuple(f"{b}.{r}" for b, r, _ in values))
