"""A memory port's traffic, counted by whole arrays: what is asked for, is outstanding, overtakes, waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.events import Reset
from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from tb.coverage.bins import OUTSIDE
from tb.coverage.covergroup import Covergroup
from tb.coverage.sampler import Sampler, Subscriptions
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.coverage.ports.order import Integers, RequestsInFlight
from tb.nvdla.coverage.ports.points import (
    BETWEEN_BEATS,
    CHANNELS,
    KINDS,
    READ,
    STROBES,
    WRITE,
    Requests,
    port_crosses,
    port_points,
)
from tb.nvdla.coverage.units import covered_units, read_streams, write_streams

ENOUGH = 8192
"""Transfers that are counted at a time: arrays of a few cost as much as long ones."""


class PortSampler(Sampler):
    """Counts the group of one port."""

    def __init__(self, config: HwConfig, port: MemoryPort) -> None:
        self._port = port
        units = covered_units(config)
        self._streams = {READ: read_streams(config, units), WRITE: write_streams(config, units)}
        ids = {READ: config.read_ids, WRITE: config.write_ids}
        self._numbers = {kind: _numbers(ids[kind], streams) for kind, streams in self._streams.items()}
        points = port_points(config, port, self._streams, several=len(units) > 1)
        super().__init__(Covergroup(f"port {port.name}", points, port_crosses(self._streams)))
        self._pending: list[Traffic] = []
        self._count = 0
        self._forget()

    @property
    def subscriptions(self) -> Subscriptions:
        """Traffic."""
        return {Traffic: self._traffic, Reset: self._reset}

    def finish(self) -> None:
        """Count what was only gathered so far."""
        batches, self._pending, self._count = self._pending, [], 0
        if not batches:
            return
        for number, of in enumerate((TrafficKind.READ_REQUEST, TrafficKind.RESPONSE)):
            ids, beats, addresses = (_column(batches, of, name) for name in ("axi_ids", "beats", "addresses"))
            streams = self._numbers[KINDS[number]][ids]
            self.sample_many(Requests(number, streams, beats, addresses), KINDS[number])
        self.sample_many(_column(batches, TrafficKind.WRITE, "strobe_words"), STROBES)
        self._answers(batches)
        for channel in CHANNELS:
            if waited := [batch.waits[channel] for batch in batches if channel in batch.waits]:
                self.sample_many(np.concatenate(waited), f"{channel} waits")

    def _traffic(self, traffic: Traffic) -> None:
        if traffic.port == self._port.name:
            self._pending.append(traffic)
            self._count += len(traffic)
            if self._count >= ENOUGH:
                self.finish()

    def _reset(self, _: Reset) -> None:
        self.finish()
        self._forget()

    def _forget(self) -> None:
        self._in_flight = {kind: RequestsInFlight(len(streams)) for kind, streams in self._streams.items()}
        self._last_id, self._last_ends = OUTSIDE, True

    def _answers(self, batches: Sequence[Traffic]) -> None:
        """How much is outstanding, and what overtakes."""

        def times_and_ids(kind: TrafficKind, ends: bool = False) -> list[Integers]:
            chosen = _column(batches, kind, "last") if ends else slice(None)
            return [_column(batches, kind, name)[chosen] for name in ("times_ps", "axi_ids")]

        asked, answered = times_and_ids(TrafficKind.READ_REQUEST), times_and_ids(TrafficKind.READ, ends=True)
        self._follow(READ, asked, answered)
        self._follow(WRITE, times_and_ids(TrafficKind.WRITE, ends=True), times_and_ids(TrafficKind.RESPONSE))
        ids, ends = (_column(batches, TrafficKind.READ, name) for name in ("axi_ids", "last"))
        if len(ids):
            before = np.concatenate([[self._last_id], ids[:-1]])
            goes_on = ~np.concatenate([[self._last_ends], ends[:-1]])
            self.sample_many((before != ids)[goes_on].astype(np.intp), BETWEEN_BEATS)
            self._last_id, self._last_ends = int(ids[-1]), bool(ends[-1])

    def _follow(self, kind: str, asked: Sequence[Integers], answered: Sequence[Integers]) -> None:
        of = self._numbers[kind]
        seen = self._in_flight[kind].follow(asked[0], of[asked[1]], answered[0], of[answered[1]])
        self.sample_many(seen, f"{kind}s outstanding")
        self.sample_many(seen, f"{kind} answers")


def _numbers(ids: Mapping[str, int], streams: Sequence[str]) -> Integers:
    """The number of the stream of each id."""
    numbers = np.full(max(ids.values(), default=0) + 1, OUTSIDE)
    for number, name in enumerate(streams):
        numbers[ids[name]] = number
    return numbers


def _column(batches: Sequence[Traffic], kind: TrafficKind, name: str) -> NDArray[Any]:
    columns = [getattr(batch.kinds[kind], name) for batch in batches]
    return columns[0] if len(columns) == 1 else np.concatenate(columns)
