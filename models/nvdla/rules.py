"""All rules of NVDLA in one registry (docs/architecture.md, 'Legal and likely').

Generators satisfy them, negative tests break them one by one, `make lint-program` holds register programs against them,
and `make docs` lists them. The part accepts much that is illegal: a broken rule is a warning, never a reason not to
play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from models.layer import Claim, Layer
from models.memory.footprint import Footprint
from models.nvdla.bdma.rules import RULES as BDMA_RULES
from models.nvdla.blocks.memory_interface import every_stream
from models.nvdla.cdp.rules import RULES as CDP_RULES
from models.nvdla.cdp.rules.tables import TABLE_RULES
from models.nvdla.config import HwConfig
from models.nvdla.conv.rules import RULES as CONV_RULES
from models.nvdla.conv.rules.start import RULES as START_RULES
from models.nvdla.conv.rules.streams import STREAM_RULES
from models.nvdla.pdp.rules import RULES as PDP_RULES
from models.nvdla.pipeline.breakers import disagreeing
from models.nvdla.pipeline.stage import Stage
from models.nvdla.rubik.contract_rules import CONTRACT_RULES
from models.nvdla.rubik.rules import RULES as RUBIK_RULES
from models.nvdla.sdp.rules import RULES as SDP_RULES
from models.nvdla.sdp.rules.tables import LUT_START_RULES
from models.nvdla.surfaces.side import Side
from models.rules import Broken, Case, Rule, RuleContext, RuleList, Violation, check

CONFIGURATIONS = "docs/configurations.md, 'What is absent'"
GUIDE_REGISTERS = "guide, 'Convolution pipeline programming', Register definition"


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


@dataclass(frozen=True, slots=True)
class BlockWrite:
    """A register write to an address where the configuration has no register."""

    address: int


@runtime_checkable
class OnSides(Protocol):
    """A layer that reads and writes memories."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads and what it writes."""

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """The bytes that it owns as input."""

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """The bytes that it writes."""


def _disagree(case: Case[Joined, HwConfig], rng: np.random.Generator) -> Case[Joined, HwConfig] | None:
    claims = disagreeing(case.subject.stage, case.subject.claims, rng)
    return replace(case, subject=replace(case.subject, claims=claims)) if claims else None


def _leave_alone(case: Case[Waiting, HwConfig], rng: np.random.Generator) -> Case[Waiting, HwConfig] | None:
    blocks = sorted(case.subject.needed)
    if len(blocks) < 2:
        return None
    without = blocks[rng.integers(len(blocks))]
    claims = {block: claim for block, claim in case.subject.claims.items() if block != without}
    return replace(case, subject=replace(case.subject, claims=claims))


def _cannot_be_broken(_case: Case[Any, HwConfig], _: np.random.Generator) -> None:
    """No single layer can: several blocks do, or registers have no value for what a configuration lacks."""


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
    _cannot_be_broken,
)
def _fed(joined: Joined, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    if joined.feeder is not None:
        yield from joined.stage.misfits(joined.claims, joined.feeder)


@JOIN_RULES.rule(
    "needless-claim",
    "A read unit is enabled only for a layer that reads through it.",
    "guide, 'Limitation', SDP, General",
    _cannot_be_broken,
)
def _needless(joined: Joined, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    if joined.needless:
        yield Broken(f"no layer needs it: {joined.needless}")


WAITING_RULES = RuleList[Waiting, HwConfig](Waiting)


@WAITING_RULES.rule(
    "partner-enabled",
    "All blocks that a layer needs are enabled, and a read unit only where a layer takes something of it.",
    "guide, 'Limitation', SDP, General",
    _leave_alone,
)
def _alone(waiting: Waiting, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    stage, needed = waiting.stage, waiting.needed
    if missing := [block for block in needed if block not in waiting.claims]:
        yield Broken(f"{stage.lead} waits without end for {', '.join(missing)}, which nobody enables")
    if surplus := [block for block in waiting.claims if block not in needed]:
        yield Broken(f"{', '.join(surplus)} waits without end: no layer of {stage.name} takes what it gives")


SIDE_RULES = RuleList[Any, HwConfig](OnSides)


@SIDE_RULES.rule(
    "absent-memory",
    "A layer reads and writes memories that the configuration has.",
    CONFIGURATIONS,
    _cannot_be_broken,
)
def _absent_memory(layer: OnSides, context: RuleContext[HwConfig]) -> Iterator[Broken]:
    config = context.config
    for ram in sorted({side.ram for side in layer.sides} - set(config.ports)):
        yield Broken(f"{config.name} has no {ram}; it has {', '.join(config.ports)}")


@SIDE_RULES.rule(
    "memory-sharing",
    "The memory interfaces have a weight for what a layer reads and writes, and let a burst be outstanding.",
    "docs/nvdla/pins.md, 'Memory ports'",
    lambda case, _rng: replace(case, context=replace(case.context, unserved=every_stream(case.context.config))),
)
def _unserved(layer: OnSides, context: RuleContext[HwConfig]) -> Iterator[Broken]:
    if not context.unserved or any(side.ram not in context.config.ports for side in layer.sides):
        return
    try:
        ways = (("read", layer.reads(context.config)), ("write", layer.writes(context.config)))
    except ValueError:
        return  # refused: too large, or a reserved value
    for way, footprints in ways:
        for port, axi_id in sorted({where.stream for where in footprints}):
            if why := context.unserved.get((port, way, axi_id)):
                yield Broken(f"its {way}s on {port} may never be granted, and it never ends: {why}")


WRITE_RULES = RuleList[BlockWrite, HwConfig](BlockWrite)


@WRITE_RULES.rule(
    "absent-block", "A program writes to blocks that the configuration has.", CONFIGURATIONS, _cannot_be_broken
)
def _absent_block(write: BlockWrite, context: RuleContext[HwConfig]) -> Iterator[Broken]:
    if absent := context.config.absent_block_at(write.address):
        yield Broken(f"write to {write.address:#x}: {context.config.name} has no {absent}")


@WRITE_RULES.rule(
    "unmapped-register", "A program writes where registers are.", "docs/nvdla/pins.md, 'CSB'", _cannot_be_broken
)
def _unmapped(write: BlockWrite, context: RuleContext[HwConfig]) -> Iterator[Broken]:
    if not context.config.absent_block_at(write.address):
        yield Broken(f"no register is at {write.address:#x}: the write does nothing")


CONFIG_RULES: tuple[Rule[Any, HwConfig], ...] = (*SIDE_RULES, *WRITE_RULES)
LAYER_RULES: tuple[Rule[Any, HwConfig], ...] = (
    *BDMA_RULES,
    *RUBIK_RULES,
    *CONTRACT_RULES,
    *CONV_RULES,
    *SDP_RULES,
    *PDP_RULES,
    *CDP_RULES,
)
BEGIN_RULES: tuple[Rule[Any, HwConfig], ...] = (*START_RULES, *STREAM_RULES, *LUT_START_RULES, *TABLE_RULES)
RULES: tuple[Rule[Any, HwConfig], ...] = (*LAYER_RULES, *BEGIN_RULES, *JOIN_RULES, *WAITING_RULES, *CONFIG_RULES)


def check_join(joined: Joined, config: HwConfig) -> list[Violation]:
    """The rules that a join breaks; a layer whose blocks disagree cannot be computed."""
    return list(check(JOIN_RULES, joined, RuleContext(config)))


def check_start(begun: object, config: HwConfig) -> list[Violation]:
    """The rules that the way in which a layer was started breaks."""
    return list(check(BEGIN_RULES, begun, RuleContext(config)))


def check_waiting(waiting: Waiting, config: HwConfig) -> list[Violation]:
    """The rules that claims break which wait when a program is over."""
    return list(check(WAITING_RULES, waiting, RuleContext(config)))


def check_write(address: int, config: HwConfig) -> list[Violation]:
    """The rules that a register write breaks where the configuration has no register."""
    return list(check(CONFIG_RULES, BlockWrite(address), RuleContext(config)))


def check_layer(
    descriptor: object,
    config: HwConfig,
    in_flight: Iterable[tuple[Any, int]] = (),
    group: int = 0,
    unserved: Mapping[tuple[str, str, int], str] | None = None,
    *,
    before: tuple[Any, ...] | None = None,
) -> list[Violation]:
    """The rules that a layer breaks.

    Args:
        descriptor: the layer.
        config: the hardware configuration.
        in_flight: descriptors of the layers that run when it starts, each with its group.
        group: the group that it starts in.
        unserved: streams that memory may never serve, and why.
        before: the layer of its stage before it, none after reset; None: rules about that are left out.
    """
    return check_in(descriptor, RuleContext(config, tuple(in_flight), group, unserved or {}, before))


def check_in(descriptor: object, context: RuleContext[HwConfig]) -> list[Violation]:
    """The rules that a layer breaks in a context."""
    return list(check(RULES, descriptor, context))
