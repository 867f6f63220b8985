"""All rules of NVDLA in one registry (docs/architecture.md, 'Legal and likely').

Generators satisfy them, negative tests break them one by one, `make lint-program` holds register programs against them,
and `make docs` lists them. The part accepts much that is illegal: a broken rule is a warning, never a reason not to
play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from models.breakers import cannot
from models.memory.footprint import Footprint
from models.nvdla.bdma.rules import RULES as BDMA_RULES
from models.nvdla.blocks.memory_interface import every_stream
from models.nvdla.cdp.rules import RULES as CDP_RULES
from models.nvdla.cdp.rules.tables import TABLE_RULES
from models.nvdla.config import HwConfig
from models.nvdla.config.errata import FAULTS
from models.nvdla.config.names import WAIVED
from models.nvdla.conv.rules import RULES as CONV_RULES
from models.nvdla.conv.rules.start import RULES as START_RULES
from models.nvdla.conv.rules.streams import STREAM_RULES
from models.nvdla.pdp.rules import RULES as PDP_RULES
from models.nvdla.pipeline.rules import JOIN_RULES, WAITING_RULES
from models.nvdla.rubik.contract_rules import CONTRACT_RULES
from models.nvdla.rubik.rules import RULES as RUBIK_RULES
from models.nvdla.sdp.rules import RULES as SDP_RULES
from models.nvdla.sdp.rules.tables import LUT_START_RULES
from models.nvdla.surfaces.rules import ABSENT
from models.nvdla.surfaces.side import Side
from models.rules import Broken, Case, Rule, RuleContext, RuleList, Violation, check


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


SIDE_RULES = RuleList[Any, HwConfig](OnSides)


@SIDE_RULES.rule(
    "absent-memory",
    "A layer reads and writes memories that the configuration has.",
    ABSENT,
    cannot,
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


@WRITE_RULES.rule("absent-block", "A program writes to blocks that the configuration has.", ABSENT, cannot)
def _absent_block(write: BlockWrite, context: RuleContext[HwConfig]) -> Iterator[Broken]:
    if absent := context.config.absent_block_at(write.address):
        yield Broken(f"write to {write.address:#x}: {context.config.name} has no {absent}")


@WRITE_RULES.rule("unmapped-register", "A program writes where registers are.", "docs/nvdla/pins.md, 'CSB'", cannot)
def _unmapped(write: BlockWrite, context: RuleContext[HwConfig]) -> Iterator[Broken]:
    if not context.config.absent_block_at(write.address):
        yield Broken(f"no register is at {write.address:#x}: the write does nothing")


CONFIG_RULES: tuple[Rule[Any, HwConfig], ...] = (*SIDE_RULES, *WRITE_RULES)


def _waivable(rule: Rule[Any, HwConfig]) -> Rule[Any, HwConfig]:
    """A rule that finds nothing, and that nothing breaks, where the configuration does without it."""
    if rule.name not in WAIVED and rule.name not in FAULTS:
        return rule

    def waived(config: HwConfig) -> bool:
        return FAULTS[rule.name] not in config.errata if rule.name in FAULTS else rule.name in config.relaxed_rules

    def find(layer: object, context: RuleContext[HwConfig]) -> Iterator[Broken]:
        if not waived(context.config):
            yield from rule.find(layer, context)

    def break_it(case: Case[Any, HwConfig], rng: np.random.Generator) -> Case[Any, HwConfig] | None:
        return None if waived(case.context.config) else rule.break_it(case, rng)

    return replace(rule, find=find, break_it=break_it)


_OF_UNITS: tuple[Rule[Any, HwConfig], ...] = (
    *BDMA_RULES,
    *RUBIK_RULES,
    *CONTRACT_RULES,
    *CONV_RULES,
    *SDP_RULES,
    *PDP_RULES,
    *CDP_RULES,
)
LAYER_RULES: tuple[Rule[Any, HwConfig], ...] = tuple(_waivable(rule) for rule in _OF_UNITS)
BEGIN_RULES: tuple[Rule[Any, HwConfig], ...] = (*START_RULES, *STREAM_RULES, *LUT_START_RULES, *TABLE_RULES)
RULES: tuple[Rule[Any, HwConfig], ...] = (*LAYER_RULES, *BEGIN_RULES, *JOIN_RULES, *WAITING_RULES, *CONFIG_RULES)


FAULT_RULES = tuple(rule for rule in LAYER_RULES if rule.name in FAULTS)


def plays_right(descriptor: object, config: HwConfig) -> bool:
    """Whether a layer keeps clear of the faults that the part has."""
    return not config.errata or not any(check(FAULT_RULES, descriptor, RuleContext(config)))


def check_layer(descriptor: object, config: HwConfig) -> list[Violation]:
    """The rules that a layer breaks by itself, or a join, a start, a write or whatever else rules are about."""
    return check_in(descriptor, RuleContext(config))


def check_in(descriptor: object, context: RuleContext[HwConfig]) -> list[Violation]:
    """The rules that a layer breaks in a context."""
    return list(check(RULES, descriptor, context))
