"""A memory port's traffic: kinds, lengths, addresses, ids, strobes; what is outstanding, overtakes, waits.

The ports have neither a size nor an error response: there is nothing to cover of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.events import Reset
from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import WORD_BITS
from tb.coverage.bins import OUTSIDE, Names, Ranges, each, names, octaves, ranges
from tb.coverage.collector import Hears
from tb.coverage.counts import Counts
from tb.coverage.group import Group, Point, cross
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.coverage.port_order import Outstanding
from tb.nvdla.coverage.sides import high_bins
from tb.nvdla.coverage.units import covered_units

KINDS = ("read", "write")
CHANNELS = ("aw", "w", "b", "ar", "r")
SMALL_ADDRESS_BITS = 16
MOST_OUTSTANDING = 256
MOST_CYCLES = 1 << 32
WAITS = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, MOST_CYCLES)],
    ["0", "1", "2", "3-4", "5-8", "9-16", "17 and more"],
)
"""Cycles that a valid waited for its ready."""
ENOUGH = 8192
"""Transfers that are counted at a time: arrays of a few cost as much as long ones."""


class PortCoverage:
    """Counts the group of one port."""

    def __init__(self, config: HwConfig, port: MemoryPort) -> None:
        self._port, self._atoms = port, port.data_bytes // config.atom_bytes
        self._atom_bytes = config.atom_bytes
        units = covered_units(config)
        self._unit_count = len(units)
        self._units = [_numbers(config.read_ids, units), _numbers(config.write_ids, units)]
        self._parts = [(low, high) for low in range(self._atoms) for high in range(low, self._atoms)]
        self.counts = Counts(_group(port, config, self._part_labels()))
        self._pending: list[Traffic] = []
        self._count = 0
        self._forget()

    @property
    def hears(self) -> Hears:
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
        self._reads, self._writes = Outstanding(self._unit_count), Outstanding(self._unit_count)
        self._last_id, self._last_ends = OUTSIDE, True

    def _requests(self, batches: Sequence[Traffic]) -> None:
        """What is asked for: reads by their requests, writes by their last beats."""
        for kind, of in enumerate((TrafficKind.READ_REQUEST, TrafficKind.WRITE)):
            ids, beats = _column(batches, of, "axi_ids"), _column(batches, of, "beats")
            addresses, last = _column(batches, of, "addresses"), _column(batches, of, "last")
            if of is TrafficKind.WRITE:
                ids, beats = ids[last], beats[last]
                behind = (beats.astype(np.uint64) - np.uint64(1)) * np.uint64(self._port.data_bytes)
                addresses = addresses[last] - behind
            low = addresses % np.uint64(self._port.burst_boundary_bytes) // np.uint64(self._atom_bytes)
            self.counts.sample_many(
                {
                    "kind": np.full(len(ids), kind),
                    "length": beats,
                    "unit": self._units[kind][ids],
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
            ("read", self._reads, asked, [times[ends], ids[ends]], self._units[0]),
            ("write", self._writes, written, answered, self._units[1]),
        ):
            seen = outstanding.follow(requests[0], of[requests[1]], answers[0], of[answers[1]])
            self.counts.sample_many({f"{name}s outstanding": seen.counts, f"units waiting for {name}s": seen.units})
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


def _group(port: MemoryPort, config: HwConfig, parts: tuple[str, ...]) -> Group:
    units = covered_units(config)
    kind, length = Point("kind", names(*KINDS)), Point("length", each(range(1, port.max_burst_beats + 1)))
    unit, address = Point("unit", Names(units)), Point("address", _addresses(port.address_bits))
    low = each(range(port.burst_boundary_bytes // config.atom_bytes))
    aligned = each(
        range(0, port.burst_boundary_bytes // config.atom_bytes, port.write_align_bytes // config.atom_bytes)
    )
    points = [
        *(kind, length, unit, address),
        *(Point("read address low", low), Point("write address low", aligned), Point("strobes", Names(parts))),
        *(Point(f"{name}s outstanding", octaves(2, MOST_OUTSTANDING)) for name in KINDS),
        *(Point(f"{channel} waits", WAITS) for channel in CHANNELS),
    ]
    if len(units) > 1:
        points += [Point(f"units waiting for {name}s", each(range(1, len(units) + 1))) for name in KINDS]
        points += [Point(f"{name} answers", names("in turn", "overtaken")) for name in KINDS]
        if port.max_burst_beats > 1:
            points += [Point("between beats", names("the burst goes on", "another unit's beat"))]
    crosses = (cross(kind, length), cross(kind, unit), cross(kind, address), cross(length, address))
    return Group(f"port {port.name}", tuple(points), crosses)


def _addresses(bits: int) -> Ranges:
    """By the highest bit, as of surfaces; addresses of few bits apart."""
    high, small = high_bins(bits), (1 << SMALL_ADDRESS_BITS) - 1
    pairs = [(0, small), (small + 1, high.highs[0]), *zip(high.lows[1:], high.highs[1:], strict=True)]
    return ranges(pairs, ["below 64 KiB", *high.labels])


def _numbers(ids: Any, units: tuple[str, ...]) -> NDArray[np.intp]:  # noqa: ANN401
    """The number of the unit of each id."""
    numbers = np.full(max(ids.values(), default=0) + 1, OUTSIDE)
    for number, unit in enumerate(units):
        numbers[ids[unit]] = number
    return numbers


def _column(batches: Sequence[Traffic], kind: TrafficKind, name: str) -> NDArray[Any]:
    columns = [getattr(batch.kinds[kind], name) for batch in batches]
    return columns[0] if len(columns) == 1 else np.concatenate(columns)
