"""What the groups of all units share that look at layers: when they count, and the coverpoints that any layer has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any

from models.arrays.flags import every
from models.events import Finished, Started
from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.aims import NO_AIM
from models.nvdla.cells import AspectCell, holding, legal
from models.nvdla.groups import GROUPS, group_of
from tb.coverage.bins import each, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross, points_of
from tb.coverage.sampler import Sampler, Subscriptions
from tb.nvdla.coverage.state import IDLE, RUNS, DeviceState
from tb.nvdla.coverage.writers import writers

CELLS, PARTS = "cells", "parts"
"""Moments of a layer that starts, beside the usual one: each cell that it is in, each of other things that it has."""
RESULTS, SEEN = "results", "seen"
"""Moments of a layer that is through: what it has counted, and each class of numbers that was seen."""
GROUPS_BY_TURN = cross("group", "when it starts")


class LayerSampler(Sampler):
    """Counts a group of the layers of one kind, when they start and when they are through; a layer is the sample.

    Args:
        group: the covergroup; its moments are the usual one, CELLS, PARTS, RESULTS and SEEN.
        device: the device's state.
        kind: the layers' descriptor.
        counts: says which of the legal layers count; what others do is not settled. None: all.
    """

    def __init__(
        self, group: Covergroup, device: DeviceState, kind: type, counts: Callable[[Any], bool] | None = None
    ) -> None:
        super().__init__(group)
        self._device, self._kind, self._counts = device, kind, counts

    @property
    def subscriptions(self) -> Subscriptions:
        """Layers that start and that are through."""
        return {Started: self._started, Finished: self._finished}

    def concerns(self, layer: Layer) -> bool:
        """Whether a layer counts."""
        of_kind = isinstance(layer.descriptor, self._kind)
        return of_kind and self._device.legal(layer) and (self._counts is None or self._counts(layer))

    def started(self, layer: Layer) -> None:
        """Count a layer that starts."""
        self.sample(layer)
        self.sample_each(layer, CELLS)
        self.sample_each(layer, PARTS)

    def finished(self, layer: Layer) -> None:
        """Count a layer that is through."""
        self.sample(layer, RESULTS)
        self.sample_each(layer, SEEN)

    def _started(self, event: Started) -> None:
        if self.concerns(event.layer):
            self.started(event.layer)

    def _finished(self, event: Finished) -> None:
        if self.concerns(event.layer):
            self.finished(event.layer)


def descriptor_points(points: Iterable[Coverpoint], at: str = "") -> list[Coverpoint]:
    """Coverpoints of descriptors, as those of layers; `at`: the moment of those that say none themselves."""
    return points_of(attrgetter("descriptor"), points, at)


def cell_point(cells: Iterable[AspectCell], aspects: Callable[[Any], Mapping[str, str]]) -> Coverpoint:
    """The cells that a layer is in, those apart that ask for certain numbers.

    Args:
        cells: those that there are.
        aspects: gives the aspects of a sample.
    """
    there = [cell for cell in legal(cells) if cell.aim is NO_AIM]
    called = names(*(cell.name for cell in there))
    return Coverpoint("cell", called, lambda it: [cell.name for cell in holding(there, aspects(it))], CELLS)


def turn_points(device: DeviceState) -> list[Coverpoint]:
    """How layers follow each other: the group, and whether the other one runs when a layer starts."""
    return [
        Coverpoint("group", each(GROUPS), group_of),
        Coverpoint("when it starts", names(IDLE, RUNS), device.meanwhile),
    ]


def writer_point(name: str, device: DeviceState, read: Callable[[Layer], Fetched | None]) -> Coverpoint:
    """Which stage wrote what a layer reads; None: it reads nothing."""

    def stage(layer: Layer) -> str | None:
        fetched = read(layer)
        return None if fetched is None else device.writers.stage_of(fetched)

    return Coverpoint(name, names(*writers(device.config)), stage)


def enabled_first(*blocks: str) -> Coverpoint:
    """Which of a layer's blocks software enabled first."""
    return Coverpoint(
        "enabled first", names(*blocks), lambda layer: min(layer.claims, key=lambda claim: claim.started_by).block
    )


def counted(block: str, register: str) -> Callable[[Layer], int | None]:
    """Says whether a layer that is through has counted anything in a register; None: nobody knows."""
    where = block, register

    def value(layer: Layer) -> int | None:
        count = layer.statuses.get(where)
        if count is None and where in layer.bounded:
            count = layer.bounded[where].start
        return None if count is None else int(count > 0)

    return value


def all_known(layer: Layer) -> bool:
    """Whether nothing that matters to what the layer writes was spoiled or never written."""
    return not layer.races and all(every(stream.care) for stream in layer.writes)
