"""What is legal of how claims of blocks become layers: what a family's rules of that are about, and what they look at.

A family lists those that can be broken on it, with its own texts and sections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from models.layer import Claim, Layer
from models.pipeline.stage import Stage
from models.rules import Broken, Case, RuleContext

Config = TypeVar("Config")


@dataclass(frozen=True, slots=True)
class Joined:
    """Claims that are to become a layer, or one that no layer needs: what the rules of joins are about.

    Attributes:
        stage: whose layer.
        claims: by block.
        needless: why no layer needs the claim; empty if one does.
        feeder: the layer that feeds it; None: it is not fed.
    """

    stage: Stage
    claims: Mapping[str, Claim]
    needless: str = ""
    feeder: Layer | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """Claims of a stage that wait when a program is over: no layer comes of them any more.

    Attributes:
        stage: whose.
        claims: the first one of each block that waits.
    """

    stage: Stage
    claims: Mapping[str, Claim]

    @property
    def needed(self) -> tuple[str, ...]:
        """The blocks of the layer that waits; none where its leading block does not."""
        lead = self.claims.get(self.stage.lead)
        return () if lead is None else (lead.block, *self.stage.partners(lead))


def blocks_agree(joined: Joined, _: RuleContext[Config]) -> Iterator[Broken]:
    """Where the blocks of a layer disagree."""
    yield from joined.stage.disagreements(joined.claims)


def feeder_fits(joined: Joined, _: RuleContext[Config]) -> Iterator[Broken]:
    """Where a layer does not fit the one that feeds it."""
    if joined.feeder is not None:
        yield from joined.stage.misfits(joined.claims, joined.feeder)


def claim_needed(joined: Joined, _: RuleContext[Config]) -> Iterator[Broken]:
    """Whether no layer needs a claim."""
    if joined.needless:
        yield Broken(f"no layer needs it: {joined.needless}")


def partners_come(waiting: Waiting, _: RuleContext[Config]) -> Iterator[Broken]:
    """Blocks that wait without end: for others that nobody enables, or for a layer that takes what they give."""
    stage, needed = waiting.stage, waiting.needed
    if missing := [block for block in needed if block not in waiting.claims]:
        yield Broken(f"{stage.lead} waits without end for {', '.join(missing)}, which nobody enables")
    if surplus := [block for block in waiting.claims if block not in needed]:
        yield Broken(f"{', '.join(surplus)} waits without end: no layer of {stage.name} takes what it gives")


def leave_alone(case: Case[Waiting, Config], rng: np.random.Generator) -> Case[Waiting, Config] | None:
    """One of the blocks left out, where the layer needs several: the breaker of `partners_come`."""
    blocks = sorted(case.subject.needed)
    if len(blocks) < 2:
        return None
    without = blocks[rng.integers(len(blocks))]
    claims = {block: claim for block, claim in case.subject.claims.items() if block != without}
    return replace(case, subject=replace(case.subject, claims=claims))
