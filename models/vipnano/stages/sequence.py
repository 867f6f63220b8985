"""Ends of sequences: nothing is read or written, an event comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from models.layer import Claim, Layer, Result
from models.memory.footprint import Footprint
from models.pipeline.stage import Stage
from models.vipnano.blocks.queue import HOST, entry_of


@dataclass(frozen=True, slots=True)
class SequenceEnd:
    """The end of a sequence.

    Attributes:
        number: of the sequence.
    """

    number: int

    def explain(self) -> tuple[str, ...]:
        """What it is, for messages."""
        return (f"end of sequence {self.number}",)


class SequenceStage(Stage):
    """Ends of sequences."""

    name = HOST
    blocks = (HOST,)
    lead = HOST

    def claimed(self, claim: Claim) -> Sequence[Footprint]:  # noqa: ARG002 - as all stages
        """Nothing is read."""
        return ()

    def describe(self, claims: Mapping[str, Claim]) -> SequenceEnd:
        """The end of a sequence."""
        return SequenceEnd(entry_of(claims[HOST]).value)

    def compute(self, layer: Layer) -> Result:  # noqa: ARG002 - as all stages
        """Nothing is written."""
        return Result()
