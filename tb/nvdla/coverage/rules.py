"""Rules of the architecture that programs broke, announced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from models.events import RuleBroken
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.rules.tables import CdpTables
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.compression import CompressedStreams
from models.nvdla.conv.rules.start import ConvStart
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.rules import RULES
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.rules.tables import LutStart
from models.pipeline.rules import Joined, Waiting
from tb.coverage.bins import names
from tb.coverage.covergroup import Covergroup, Coverpoint
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.units import covered_stages

KINDS: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {
        "BDMA": (Bdma,),
        "CONV": (Conv, ConvStart, CompressedStreams),
        "SDP": (Sdp, LutStart),
        "PDP": (Pdp,),
        "CDP": (Cdp, CdpTables),
        "RBK": (Rubik,),
    }
)
"""What the rules of a stage's layers are about."""
JOINS: Mapping[str, Callable[[type[RegisterStage]], bool]] = MappingProxyType(
    {
        "shared-field": lambda stage: bool(stage.shared),
        "fed-layer": lambda stage: stage.misfits is not RegisterStage.misfits,
        "needless-claim": lambda stage: len(stage.blocks) > 1 and stage.needless is not RegisterStage.needless,
    }
)
"""Which stages have joins that can break a rule; of others all may."""


class RuleSampler(Sampler):
    """Counts the group."""

    def __init__(self, config: HwConfig) -> None:
        stages = covered_stages(config)
        named = {kind.__name__: _names(kind) for stage in stages for kind in KINDS[stage.name]}
        if joins := _joins(stages):
            named[Joined.__name__] = joins
        if any(len(stage.blocks) > 1 for stage in stages):
            named[Waiting.__name__] = _names(Waiting)
        points = (Coverpoint(f"{kind} rule broken", names(*rules), _rule_of(rules)) for kind, rules in named.items())
        super().__init__(Covergroup("rules", points))

    @property
    def subscriptions(self) -> Subscriptions:
        """Broken rules."""
        return {RuleBroken: self.sample}


def _rule_of(rules: tuple[str, ...]) -> Callable[[RuleBroken], str | None]:
    """Gives the name of the rule that was broken, if it is one of these."""
    return lambda event: event.violation.rule if event.violation.rule in rules else None


def _names(kind: type) -> tuple[str, ...]:
    return tuple(rule.name for rule in RULES if rule.of is kind)


def _joins(stages: tuple[type[RegisterStage], ...]) -> tuple[str, ...]:
    """Rules that joins to layers of these stages can break."""
    return tuple(name for name in _names(Joined) if name not in JOINS or any(map(JOINS[name], stages)))
