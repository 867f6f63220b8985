"""SDP's operators: how they are set in layers, one by one and together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress, product

from models.events import Started
from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.rules.formats import FEATURES
from tb.coverage.bins import Names, Value
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.sdp.operators import OperatorPoints, XPoints
from tb.nvdla.coverage.sdp.operators_y import YPoints

NONE = "none"
LETTERS = {"x1": "BS", "x2": "BN"}


class SdpOperatorCoverage:
    """Counts the group: of legal layers, what others do is not settled."""

    def __init__(self, config: HwConfig) -> None:
        self._config = config
        self._precision = Point("precision", Names(config.precisions))
        self._operators = operator_points(config, self._precision)
        called = [name.upper() for name in self._operators]
        working = (_named(called, flags) for flags in product((False, True), repeat=len(called)))
        self._work = Point("operators that work", Names(tuple(working)))
        parts = self._operators.values()
        points = (self._precision, self._work, *(point for part in parts for point in part.points))
        crosses = (cross(self._precision, self._work), *(item for part in parts for item in part.crosses))
        self.counts = Counts(Group("sdp operators", points, crosses))

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start."""
        return {Started: self._started}

    def finish(self) -> None:
        """Nothing buffered."""

    def _started(self, event: Started) -> None:
        sdp = event.layer.descriptor
        if not isinstance(sdp, Sdp) or check_layer(sdp, self._config):
            return
        there = {name: operator for name, operator in sdp.operators if name in self._operators}
        working = _named([name.upper() for name in there], [not operator.bypass for operator in there.values()])
        values: dict[str, Value] = {self._precision.name: sdp.precision, self._work.name: working}
        for name, operator in there.items():
            values |= self._operators[name].values(operator)
        self.counts.sample(values)


def operator_points(config: HwConfig, precision: Point) -> dict[str, OperatorPoints]:
    """The points of each operator that a configuration has, by its attribute's name."""
    block = registers(config).SDP
    points: dict[str, OperatorPoints] = {
        name: XPoints(name.upper(), precision, block, LETTERS[name]) for name in LETTERS
    }
    points["y"] = YPoints(precision, block, tables="SDP_LUT" in config.features)
    return {name: part for name, part in points.items() if FEATURES[name] in config.features}


def _named(called: list[str], working: Iterable[bool]) -> str:
    return " ".join(compress(called, working)) or NONE
