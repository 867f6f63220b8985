"""What is legal of how claims of blocks become layers, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from models.breakers import cannot
from models.layer import Claim, Layer
from models.nvdla.config import HwConfig
from models.nvdla.pipeline.stage import Stage
from models.rules import Broken, Case, RuleContext, RuleList

GUIDE_REGISTERS = "guide, 'Convolution pipeline programming', Register definition"
READ_UNITS = "guide, 'Limitation', SDP, General"


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


def _disagree(case: Case[Joined, HwConfig], rng: np.random.Generator) -> Case[Joined, HwConfig] | None:
    """A bit of a shared field changed in one block, where the blocks share any."""
    stage, claims = case.subject.stage, case.subject.claims
    words = stage.words(claims)
    places = [place for shared in stage.shared if shared.matters(words) for place in shared.values(words)]
    if not places:
        return None
    block, register, name = places[rng.integers(len(places))]
    field = stage.registers.blocks[block].registers[register].fields[name]
    settings = claims[block].settings
    assert isinstance(settings, Mapping)
    bit = 1 << int(rng.integers(field.width))
    changed = {**settings, register: settings[register] ^ field.put(bit)}
    disagreeing = {**claims, block: Claim(block, claims[block].group, changed)}
    return replace(case, subject=replace(case.subject, claims=disagreeing))


def _leave_alone(case: Case[Waiting, HwConfig], rng: np.random.Generator) -> Case[Waiting, HwConfig] | None:
    """One of the blocks left out, where the layer needs several."""
    blocks = sorted(case.subject.needed)
    if len(blocks) < 2:
        return None
    without = blocks[rng.integers(len(blocks))]
    claims = {block: claim for block, claim in case.subject.claims.items() if block != without}
    return replace(case, subject=replace(case.subject, claims=claims))


JOIN_RULES = RuleList[Joined, HwConfig](Joined)


@JOIN_RULES.rule(
    "shared-field",
    "A field that several blocks of a layer have holds the same in all of them.",
    GUIDE_REGISTERS,
    _disagree,
)
def _shared(joined: Joined, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    words = joined.stage.words(joined.claims)
    for shared in joined.stage.shared:
        if not shared.matters(words):
            continue
        values = shared.values(words)
        if len(set(values.values())) > 1:
            text = ", ".join(f"{place} is {value:#x}" for place, value in values.items())
            yield Broken(f"blocks of one layer disagree: {text}", tuple(f"{b}.{r}" for b, r, _ in values))


@JOIN_RULES.rule(
    "fed-layer",
    "A layer that another one feeds has the size and the precision that this one makes.",
    GUIDE_REGISTERS,
    cannot,
)
def _fed(joined: Joined, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    if joined.feeder is not None:
        yield from joined.stage.misfits(joined.claims, joined.feeder)


@JOIN_RULES.rule(
    "needless-claim",
    "A read unit is enabled only for a layer that reads through it.",
    READ_UNITS,
    cannot,
)
def _needless(joined: Joined, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    if joined.needless:
        yield Broken(f"no layer needs it: {joined.needless}")


WAITING_RULES = RuleList[Waiting, HwConfig](Waiting)


@WAITING_RULES.rule(
    "partner-enabled",
    "All blocks that a layer needs are enabled, and a read unit only where a layer takes something of it.",
    READ_UNITS,
    _leave_alone,
)
def _alone(waiting: Waiting, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    stage, needed = waiting.stage, waiting.needed
    if missing := [block for block in needed if block not in waiting.claims]:
        yield Broken(f"{stage.lead} waits without end for {', '.join(missing)}, which nobody enables")
    if surplus := [block for block in waiting.claims if block not in needed]:
        yield Broken(f"{', '.join(surplus)} waits without end: no layer of {stage.name} takes what it gives")
