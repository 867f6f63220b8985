"""A memory port's traffic, counted by whole arrays: what is asked for, is outstanding, overtakes, waits.

The ports have neither a size nor an error response: there is nothing to cover of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.events import Reset
from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.registers import WORD_BITS
from tb.coverage.bins import OUTSIDE, Ranges, each, names, octaves, ranges
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.coverage.ports.order import Integers, RequestsInFlight
from tb.nvdla.coverage.surfaces import high_bins
from tb.nvdla.coverage.units import covered_units, read_streams, write_streams

ENOUGH = 8192
"""Transfers that are counted at a time: arrays of a few cost as much as long ones."""
READ, WRITE = KINDS = ("read", "write")
"""Moments too: requests of a kind. Each other moment has the name of a coverpoint that is sampled then."""
STROBES, BETWEEN_BEATS = "strobes", "between beats"
CHANNELS = ("aw", "w", "b", "ar", "r")
SMALL_ADDRESS_BITS = 16
MOST_OUTSTANDING = 256
MOST_CYCLES = 1 << 32
CYCLES = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, MOST_CYCLES)],
    ["0", "1", "2", "3-4", "5-8", "9-16", "17 and more"],
)
"""For which a valid waited for its ready."""


@dataclass(frozen=True, slots=True)
class Requests:
    """Requests of one kind; a write's address as it stood on the pins comes with its response."""

    kind: int
    ids: Integers
    beats: Integers
    addresses: NDArray[np.uint64]


class PortSampler(Sampler):
    """Counts the group of one port."""

    def __init__(self, config: HwConfig, port: MemoryPort) -> None:
        self._config, self._port = config, port
        units = covered_units(config)
        self._streams = {READ: read_streams(config, units), WRITE: write_streams(config, units)}
        ids = {READ: config.read_ids, WRITE: config.write_ids}
        self._numbers = {kind: _numbers(ids[kind], streams) for kind, streams in self._streams.items()}
        super().__init__(Covergroup(f"port {port.name}", self._points(several=len(units) > 1), self._crosses()))
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
            columns = (_column(batches, of, name) for name in ("axi_ids", "beats", "addresses"))
            self.sample_many(Requests(number, *columns), KINDS[number])
        self.sample_many(_column(batches, TrafficKind.WRITE, "strobe_words"), STROBES)
        self._answers(batches)
        for channel in CHANNELS:
            if waited := [batch.waits[channel] for batch in batches if channel in batch.waits]:
                self.sample_many(np.concatenate(waited), f"{channel} waits")

    def _points(self, *, several: bool) -> Iterator[Coverpoint]:
        """The coverpoints; some where several units have traffic."""
        config, port = self._config, self._port
        boundary, atom_bytes = port.burst_boundary_bytes, config.atom_bytes
        all_streams = sorted({*self._streams[READ], *self._streams[WRITE]})
        labels = {kind: np.array([*map(all_streams.index, self._streams[kind]), OUTSIDE]) for kind in KINDS}

        def streams(it: Requests) -> Integers:
            return labels[KINDS[it.kind]][self._numbers[KINDS[it.kind]][it.ids]]

        def low(it: Requests) -> NDArray[np.uint64]:
            return it.addresses % np.uint64(boundary) // np.uint64(atom_bytes)

        yield Coverpoint("kind", names(*KINDS), lambda it: np.full(len(it.ids), it.kind), KINDS)
        yield Coverpoint("length", each(range(1, port.max_burst_beats + 1)), attrgetter("beats"), KINDS)
        yield Coverpoint("stream", names(*all_streams), streams, KINDS)
        yield Coverpoint("address", _address_bins(port.address_bits), attrgetter("addresses"), KINDS)
        for kind, align_bytes in ((READ, port.data_bytes), (WRITE, port.write_align_bytes)):
            places = each(range(0, boundary // atom_bytes, align_bytes // atom_bytes))
            yield Coverpoint(f"{kind} address low", places, low, kind)
        yield self._strobes()
        for kind in KINDS:
            asked = f"{kind}s outstanding"
            yield Coverpoint(asked, octaves(2, MOST_OUTSTANDING), attrgetter("counts"), asked)
        for channel in CHANNELS:
            yield Coverpoint(f"{channel} waits", CYCLES, lambda cycles: cycles, f"{channel} waits")
        if several:
            yield from self._of_several()

    def _of_several(self) -> Iterator[Coverpoint]:
        """How several units' traffic stands to each other's."""
        for kind, streams in self._streams.items():
            waiting = each(range(1, len(streams) + 1))
            yield Coverpoint(f"streams waiting for {kind}s", waiting, attrgetter("streams"), f"{kind}s outstanding")
        for kind in KINDS:
            answers = f"{kind} answers"
            yield Coverpoint(answers, names("in turn", "overtaken"), attrgetter("overtaken"), answers)
        if self._port.max_burst_beats > 1:
            going_on = names("the burst goes on", "another stream's beat")
            yield Coverpoint(BETWEEN_BEATS, going_on, lambda others: others, BETWEEN_BEATS)

    def _strobes(self) -> Coverpoint:
        """Which atoms of a beat are written, those that are one part."""
        atom_bytes, atoms = self._config.atom_bytes, self._port.data_bytes // self._config.atom_bytes
        labels, parts = [], np.full(1 << atoms, OUTSIDE)
        for number, (low, high) in enumerate(combinations_with_replacement(range(atoms), 2)):
            part = f"atom {low}" if low == high else f"atoms {low}-{high}"
            labels.append("whole" if high - low + 1 == atoms else part)
            parts[(1 << high + 1) - (1 << low)] = number

        def part_of(words: NDArray[np.uint64]) -> Integers:
            code = np.zeros(len(words), np.intp)
            for atom in range(atoms):
                word, bit = divmod(atom * atom_bytes, WORD_BITS * 2)
                code |= (words[:, word] >> np.uint64(bit) & np.uint64(1)).astype(np.intp) << atom
            return parts[code]

        return Coverpoint(STROBES, names(*labels), part_of, STROBES)

    def _crosses(self) -> Iterator[CrossOf]:
        yield cross("kind", "length")
        yield cross("kind", "stream", ignore_bins=lambda kind, name: name not in self._streams[kind])
        yield cross("kind", "address")
        yield cross("length", "address")

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


def _address_bins(bits: int) -> Ranges:
    """By the highest bit, as of surfaces; addresses of few bits apart."""
    high, small = high_bins(bits), (1 << SMALL_ADDRESS_BITS) - 1
    pairs = [(0, small), (small + 1, high.highs[0]), *zip(high.lows[1:], high.highs[1:], strict=True)]
    return ranges(pairs, ["below 64 KiB", *high.labels])


def _numbers(ids: Mapping[str, int], streams: Sequence[str]) -> Integers:
    """The number of the stream of each id."""
    numbers = np.full(max(ids.values(), default=0) + 1, OUTSIDE)
    for number, name in enumerate(streams):
        numbers[ids[name]] = number
    return numbers


def _column(batches: Sequence[Traffic], kind: TrafficKind, name: str) -> NDArray[Any]:
    columns = [getattr(batch.kinds[kind], name) for batch in batches]
    return columns[0] if len(columns) == 1 else np.concatenate(columns)
