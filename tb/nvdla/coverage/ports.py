"""A memory port's traffic, counted by whole arrays: what is asked for, is outstanding, overtakes, waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.events import Reset
from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import WORD_BITS
from tb.coverage.bins import OUTSIDE
from tb.coverage.collector import Subscriptions
from tb.coverage.counts import Counts
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.coverage.port_order import RequestsInFlight
from tb.nvdla.coverage.port_points import CHANNELS, KINDS, port_group
from tb.nvdla.coverage.units import covered_units, read_streams, write_streams

ENOUGH = 8192
"""Transfers that are counted at a time: arrays of a few cost as much as long ones."""


class PortCoverage:
    """Counts the group of one port."""

    def __init__(self, config: HwConfig, port: MemoryPort) -> None:
        self._port, self._atoms = port, port.data_bytes // config.atom_bytes
        self._atom_bytes = config.atom_bytes
        units = covered_units(config)
        self._ways = [
            (config.read_ids, read_streams(config, units)),
            (config.write_ids, write_streams(config, units)),
        ]
        self._streams = [_numbers(*way) for way in self._ways]
        self._parts = [(low, high) for low in range(self._atoms) for high in range(low, self._atoms)]
        self.counts = Counts(port_group(port, config, self._part_labels()))
        labels = next(point for point in self.counts.group.points if point.name == "stream").labels
        self._labels = [np.array([*map(labels.index, names), OUTSIDE]) for _, names in self._ways]
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
        self._requests(batches)
        self._strobes(batches)
        self._answers(batches)
        for channel in CHANNELS:
            waited = [batch.waits[channel] for batch in batches if channel in batch.waits]
            if waited:
                self.counts.sample_many({f"{channel} waits": np.concatenate(waited)})

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
        self._reads, self._writes = (RequestsInFlight(len(names)) for _, names in self._ways)
        self._last_id, self._last_ends = OUTSIDE, True

    def _requests(self, batches: Sequence[Traffic]) -> None:
        """What is asked for; a write's address as it stood on the pins comes with its response."""
        for kind, of in enumerate((TrafficKind.READ_REQUEST, TrafficKind.RESPONSE)):
            ids, beats, addresses = (_column(batches, of, name) for name in ("axi_ids", "beats", "addresses"))
            low = addresses % np.uint64(self._port.burst_boundary_bytes) // np.uint64(self._atom_bytes)
            self.counts.sample_many(
                {
                    "kind": np.full(len(ids), kind),
                    "length": beats,
                    "stream": self._labels[kind][self._streams[kind][ids]],
                    "address": addresses,
                    f"{KINDS[kind]} address low": low,
                }
            )

    def _strobes(self, batches: Sequence[Traffic]) -> None:
        """Which atoms of a beat are written."""
        words = _column(batches, TrafficKind.WRITE, "strobe_words")
        code = np.zeros(len(words), np.intp)
        for atom in range(self._atoms):
            word, bit = divmod(atom * self._atom_bytes, WORD_BITS * 2)
            code |= (words[:, word] >> np.uint64(bit) & np.uint64(1)).astype(np.intp) << atom
        lookup = np.full(1 << self._atoms, OUTSIDE)
        for number, (low, high) in enumerate(self._parts):
            lookup[(1 << high + 1) - (1 << low)] = number
        self.counts.sample_many({"strobes": lookup[code]})

    def _answers(self, batches: Sequence[Traffic]) -> None:
        """How much is outstanding, and what overtakes."""
        last = _column(batches, TrafficKind.WRITE, "last")
        written = [_column(batches, TrafficKind.WRITE, name)[last] for name in ("times_ps", "axi_ids")]
        answered = [_column(batches, TrafficKind.RESPONSE, name) for name in ("times_ps", "axi_ids")]
        asked = [_column(batches, TrafficKind.READ_REQUEST, name) for name in ("times_ps", "axi_ids")]
        times, ids, ends = (_column(batches, TrafficKind.READ, name) for name in ("times_ps", "axi_ids", "last"))
        for name, outstanding, requests, answers, of in (
            ("read", self._reads, asked, [times[ends], ids[ends]], self._streams[0]),
            ("write", self._writes, written, answered, self._streams[1]),
        ):
            seen = outstanding.follow(requests[0], of[requests[1]], answers[0], of[answers[1]])
            self.counts.sample_many({f"{name}s outstanding": seen.counts, f"streams waiting for {name}s": seen.streams})
            self.counts.sample_many({f"{name} answers": seen.overtaken})
        if "between beats" in {point.name for point in self.counts.group.points} and len(ids):
            before = np.concatenate([[self._last_id], ids[:-1]])
            goes_on = ~np.concatenate([[self._last_ends], ends[:-1]])
            self.counts.sample_many({"between beats": (before != ids)[goes_on].astype(np.intp)})
            self._last_id, self._last_ends = int(ids[-1]), bool(ends[-1])

    def _part_labels(self) -> tuple[str, ...]:
        def label(low: int, high: int) -> str:
            if high - low + 1 == self._atoms:
                return "whole"
            return f"atom {low}" if low == high else f"atoms {low}-{high}"

        return tuple(label(low, high) for low, high in self._parts)


def _numbers(ids: Any, streams: tuple[str, ...]) -> NDArray[np.intp]:  # noqa: ANN401
    """The number of the stream of each id."""
    numbers = np.full(max(ids.values(), default=0) + 1, OUTSIDE)
    for number, name in enumerate(streams):
        numbers[ids[name]] = number
    return numbers


def _column(batches: Sequence[Traffic], kind: TrafficKind, name: str) -> NDArray[Any]:
    columns = [getattr(batch.kinds[kind], name) for batch in batches]
    return columns[0] if len(columns) == 1 else np.concatenate(columns)
