"""Rules of the architecture that programs broke, announced."""

from __future__ import annotations

from models.events import RuleBroken
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.rules import RULES
from tb.coverage.bins import Names
from tb.coverage.collector import Hears
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point
from tb.nvdla.coverage.units import covered_units

DESCRIPTORS = {"BDMA": Bdma, "RBK": Rubik}


class RuleCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig) -> None:
        kinds = [DESCRIPTORS[unit] for unit in covered_units(config)]
        points = [
            Point(f"{kind.__name__} rule broken", Names(tuple(rule.name for rule in RULES if rule.of is kind)))
            for kind in kinds
        ]
        self._point = {label: point.name for point in points for label in point.labels}
        self.counts = Counts(Group("rules", tuple(points)))

    @property
    def hears(self) -> Hears:
        """Broken rules."""
        return {RuleBroken: self._broken}

    def finish(self) -> None:
        """Nothing was left to count."""

    def _broken(self, event: RuleBroken) -> None:
        if point := self._point.get(event.violation.rule):
            self.counts.sample({point: event.violation.rule})
