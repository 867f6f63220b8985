"""Units at the same time: who starts while whom runs, who ends first, which ports they share, what a reset cuts off."""

from __future__ import annotations

from itertools import combinations, permutations

from models.events import Ended, Reset, Started
from models.layer import EndKind, Layer
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from tb.coverage.bins import Names, each, names
from tb.coverage.collector import Hears
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_units

IN_FLIGHT = range(len(GROUPS) + 1)
WAYS = ("reads", "writes")


class TogetherCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._units, self._state = covered_units(config), state
        self._flights = [Point(f"{unit} layers", each(IN_FLIGHT)) for unit in self._units]
        pairs = [f"{one} while {two} runs" for one, two in permutations(self._units, 2)]
        ends = [f"{one} before {two}" for one, two in permutations(self._units, 2)]
        ports = [
            f"{port}: {one} {way}, {two} {other}"
            for port in config.ports
            for one, two in combinations(self._units, 2)
            for way in WAYS
            for other in WAYS
        ]
        cut = ("nothing", *self._units, *(f"{one} and {two}" for one, two in combinations(self._units, 2)))
        points = (
            *self._flights,
            Point("start", names(*pairs)),
            Point("end", names(*ends)),
            Point("shared port", Names(tuple(ports))),
            Point("reset cuts off", names(*cut)),
        )
        none = tuple("0" for _ in self._units)
        crosses = (cross(*self._flights, absent=lambda *counts: counts == none),) if len(self._units) > 1 else ()
        self.counts = Counts(Group("together", points, crosses))

    @property
    def hears(self) -> Hears:
        """Layers that start and end."""
        return {Started: self._started, Ended: self._ended, Reset: self._reset}

    def finish(self) -> None:
        """Nothing was left to count."""

    def _started(self, event: Started) -> None:
        mine, layers = event.layer, self._state.layers
        flights = {unit: self._state.in_flight(unit) + (unit == mine.stage) for unit in self._units}
        self.counts.sample({f"{unit} layers": count for unit, count in flights.items()})
        for unit in {layer.stage for layer in layers} - {mine.stage}:
            self.counts.sample({"start": f"{mine.stage} while {unit} runs"})
        for layer in layers:
            if layer.stage != mine.stage:
                self._share(*sorted((mine, layer), key=lambda item: self._units.index(item.stage)))

    def _share(self, one: Layer, two: Layer) -> None:
        for way, ports in _ports(one).items():
            for other, others in _ports(two).items():
                for port in ports & others:
                    self.counts.sample({"shared port": f"{port}: {one.stage} {way}, {two.stage} {other}"})

    def _ended(self, event: Ended) -> None:
        claim = event.end.claim
        if event.end.kind is EndKind.RAISE and claim.layer is not None:
            mine = claim.layer.stage
            for layer in self._state.layers:
                if layer.stage != mine and any(not end.confirmed for end in layer.ends):
                    self.counts.sample({"end": f"{mine} before {layer.stage}"})

    def _reset(self, _: Reset) -> None:
        there = [unit for unit in self._units if self._state.in_flight(unit)]
        self.counts.sample({"reset cuts off": " and ".join(there) or "nothing"})


def _ports(layer: Layer) -> dict[str, set[str]]:
    """The ports that a layer reads and writes."""
    written = {item.where.port for item in layer.writes}
    return {"reads": {where.port for where in layer.reads}, "writes": written}
