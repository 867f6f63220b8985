"""Stages at the same time: who starts while whom runs, who ends first, shared ports, what a reset cuts off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product

from models.events import Ended, Reset, Started
from models.layer import Claim, EndKind, Layer
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS
from tb.coverage.bins import each, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.units import covered_stages, read_streams, write_streams

BESIDE, ENDED, CUT_OFF = "beside", "ended", "cut off"
"""Moments beside a layer's start: what there is then of others, each; a claim's interrupt; a reset."""


class TogetherSampler(Sampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        self._device, self._stages = device, tuple(stage.name for stage in covered_stages(device.config))
        alone = ("0", "0") if len(self._stages) == 2 else ()
        crosses = (
            # Of two stages one is in flight when a layer starts.
            cross(f"{one} layers", f"{two} layers", ignore_bins=lambda *counts: counts == alone)
            for one, two in combinations(self._stages, 2)
        )
        super().__init__(Covergroup("together", self._points(), crosses))

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and end."""
        return {Started: self._started, Ended: self._ended, Reset: self._reset}

    def _points(self) -> Iterator[Coverpoint]:
        pairs = list(permutations(self._stages, 2))
        starts = names(*(f"{one} while {two} runs" for one, two in pairs))
        ends = names(*(f"{one} before {two}" for one, two in pairs))
        cut_off = ("nothing", *self._stages, *map(_both, combinations(self._stages, 2)))
        for stage in self._stages:
            yield Coverpoint(f"{stage} layers", each(range(len(GROUPS) + 1)), self._in_flight(stage))
        yield Coverpoint("start", starts, self._starts, BESIDE)
        yield Coverpoint("end", ends, self._ends, ENDED)
        yield Coverpoint("shared port", names(*_shared_ports(self._device.config)), self._shared, BESIDE)
        yield Coverpoint("reset cuts off", names(*cut_off), self._cut_off, CUT_OFF)

    def _in_flight(self, stage: str) -> Callable[[Layer], int]:
        """Says how many layers of a stage are in flight once one starts."""
        return lambda layer: self._device.in_flight(stage) + (stage == layer.stage)

    def _others(self, stage: str) -> list[Layer]:
        return [layer for layer in self._device.layers if layer.stage != stage]

    def _starts(self, layer: Layer) -> list[str]:
        return [f"{layer.stage} while {stage} runs" for stage in {other.stage for other in self._others(layer.stage)}]

    def _ends(self, claim: Claim) -> list[str]:
        if claim.layer is None:
            return []
        mine = claim.layer.stage
        running = [layer for layer in self._others(mine) if any(not end.confirmed for end in layer.ends)]
        return [f"{mine} before {layer.stage}" for layer in running]

    def _shared(self, layer: Layer) -> Iterator[str]:
        for other in self._others(layer.stage):
            one, two = sorted((layer, other), key=lambda item: self._stages.index(item.stage))
            for (way, ports), (other_way, others) in product(_ports(one).items(), _ports(two).items()):
                for port in ports & others:
                    yield f"{port}: {one.stage} {way}, {two.stage} {other_way}"

    def _cut_off(self, _: Reset) -> list[str]:
        there = [stage for stage in self._stages if self._device.in_flight(stage)]
        return list(map(_both, combinations(there, 2))) or there or ["nothing"]

    def _started(self, event: Started) -> None:
        self.sample(event.layer)
        self.sample_each(event.layer, BESIDE)

    def _ended(self, event: Ended) -> None:
        if event.end.kind is EndKind.RAISE:
            self.sample_each(event.end.claim, ENDED)

    def _reset(self, event: Reset) -> None:
        self.sample_each(event, CUT_OFF)


def _both(pair: tuple[str, str]) -> str:
    return " and ".join(pair)


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
