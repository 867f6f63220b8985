"""Stages at the same time: who starts while whom runs, who ends first, shared ports, what a reset cuts off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from models.events import Ended, Reset, Started
from models.layer import EndKind, Layer
from models.nvdla.blocks.ping_pong import GROUPS
from models.nvdla.config import HwConfig
from tb.coverage.bins import Names, each, names
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.coverage.group import Cross, Group, Point, cross
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_stages, read_streams, write_streams

IN_FLIGHT = range(len(GROUPS) + 1)


class TogetherCoverage:
    """Counts the group."""

    def __init__(self, config: HwConfig, state: DeviceState) -> None:
        self._stages, self._state = tuple(stage.name for stage in covered_stages(config)), state
        flights = {name: Point(f"{name} layers", each(IN_FLIGHT)) for name in self._stages}
        pairs = [f"{one} while {two} runs" for one, two in permutations(self._stages, 2)]
        ends = [f"{one} before {two}" for one, two in permutations(self._stages, 2)]
        cut = ("nothing", *self._stages, *(_both(*pair) for pair in combinations(self._stages, 2)))
        points = (
            *flights.values(),
            Point("start", names(*pairs)),
            Point("end", names(*ends)),
            Point("shared port", Names(tuple(_shared_ports(config)))),
            Point("reset cuts off", names(*cut)),
        )
        crosses = tuple(self._flights(flights[one], flights[two]) for one, two in combinations(self._stages, 2))
        self.counts = Counts(Group("together", points, crosses))

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and end."""
        return {Started: self._started, Ended: self._ended, Reset: self._reset}

    def finish(self) -> None:
        """Nothing buffered."""

    def _flights(self, one: Point, two: Point) -> Cross:
        """Layers of two stages in flight when a layer starts: of neither only where there is a third stage."""
        return cross(one, two, absent=lambda *counts: len(self._stages) == 2 and counts == ("0", "0"))

    def _started(self, event: Started) -> None:
        mine, layers = event.layer, self._state.layers
        flights = {stage: self._state.in_flight(stage) + (stage == mine.stage) for stage in self._stages}
        self.counts.sample({f"{stage} layers": count for stage, count in flights.items()})
        for stage in {layer.stage for layer in layers} - {mine.stage}:
            self.counts.sample({"start": f"{mine.stage} while {stage} runs"})
        for layer in layers:
            if layer.stage != mine.stage:
                self._share(*sorted((mine, layer), key=lambda item: self._stages.index(item.stage)))

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
        there = [stage for stage in self._stages if self._state.in_flight(stage)]
        alone = len(there) < 2
        for label in [" ".join(there) or "nothing"] if alone else [_both(*pair) for pair in combinations(there, 2)]:
            self.counts.sample({"reset cuts off": label})


def _both(one: str, two: str) -> str:
    return f"{one} and {two}"


def _shared_ports(config: HwConfig) -> Iterator[str]:
    """Ways in which layers of two stages may be at a port together."""
    ways = {
        stage.name: [
            way
            for way, streams in (("reads", read_streams), ("writes", write_streams))
            if streams(config, stage.blocks)
        ]
        for stage in covered_stages(config)
    }
    for port in config.ports:
        for one, two in combinations(ways, 2):
            yield from (f"{port}: {one} {way}, {two} {other}" for way in ways[one] for other in ways[two])


def _ports(layer: Layer) -> dict[str, set[str]]:
    """The ports that a layer reads and writes."""
    written = {item.where.port for item in layer.writes}
    return {"reads": {where.port for where in layer.reads}, "writes": written}
