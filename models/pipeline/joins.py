"""Claims waiting for each other: the n-th claim of each block that a layer needs, by order and not by instance.

Blocks drift apart: where a layer does not use one of them, the instances of the next layer's blocks differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.layer import Claim, Layer
from models.pipeline.stage import Stage


@dataclass(frozen=True, slots=True)
class Join:
    """Claims that are complete, and the layer that feeds them.

    Attributes:
        stage: whose layer it becomes.
        claims: the lead's first, then its partners'.
        feeder: the layer whose flow it takes; None: it is not fed.
    """

    stage: Stage
    claims: tuple[Claim, ...]
    feeder: Layer | None


class Joins:
    """The claims that wait, block by block, and the flows that wait, stage by stage."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self._stages = stages
        self.reset()

    def reset(self) -> None:
        """Nothing waits."""
        self._claims: dict[str, deque[Claim]] = {block: deque() for stage in self._stages for block in stage.blocks}
        self._flows: dict[str, deque[Layer]] = {stage.name: deque() for stage in self._stages}

    @property
    def waiting(self) -> list[Claim]:
        """Claims whose partners or feeder are not there."""
        return [claim for claims in self._claims.values() for claim in claims]

    def add(self, claim: Claim) -> None:
        """A block has claimed."""
        self._claims[claim.block].append(claim)

    def offer(self, layer: Layer) -> None:
        """A layer hands on a flow; nobody ever takes one to a stage that is not there."""
        assert layer.flow is not None
        if layer.flow.to in self._flows:
            self._flows[layer.flow.to].append(layer)

    def standing(self) -> Iterator[tuple[Layer, int]]:
        """Layers whose flows wait, the oldest first, and how many beats stand there until the last of each."""
        for flows in self._flows.values():
            beats = 0
            for layer in flows:
                assert layer.flow is not None
                beats += layer.flow.beats
                yield layer, beats

    def completed_by(self, stage: Stage, claim: Claim) -> dict[str, Claim]:
        """The claims of the layer that one would complete, by block, the lead's first; none if others are missing."""
        first = {block: self._claims[block][0] for block in stage.blocks if self._claims[block]} | {claim.block: claim}
        if stage.lead not in first:
            return {}
        blocks = (stage.lead, *stage.partners(first[stage.lead]))
        return {block: first[block] for block in blocks} if set(blocks) <= set(first) else {}

    def complete(self) -> Iterator[Join]:
        """Joins that can start, each taken out; to be asked again after each, for a start may allow another."""
        for stage in self._stages:
            while (join := self._next(stage)) is not None:
                yield join

    def _next(self, stage: Stage) -> Join | None:
        leads = self._claims[stage.lead]
        if not leads or leads[0].refused:
            return None
        blocks = (stage.lead, *stage.partners(leads[0]))
        if not all(self._claims[block] and not self._claims[block][0].refused for block in blocks):
            return None
        fed = stage.feeder(leads[0])
        if fed and not self._flows[stage.name]:
            return None
        feeder = self._flows[stage.name].popleft() if fed else None
        return Join(stage, tuple(self._claims[block].popleft() for block in blocks), feeder)
