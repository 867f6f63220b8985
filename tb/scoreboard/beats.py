"""The beats of claims in flight: which of their reads are still to come, and when their beats moved."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.layer import UNWATCHED, Cause, Claim, Layer, Waited
from models.memory.footprint import StreamId
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.chunks import by_stream

Times = NDArray[Any]
LATE_LAYERS = 16  # claims whose layers are not through when the next ones of their blocks have begun


@dataclass(frozen=True, slots=True)
class Moved:
    """When a layer's transfers moved, in ps, int64 [transfers] a stream; of claims that were alone in their blocks.

    Attributes:
        requests: read requests, as often as they have beats.
        offered: how many cycles before that they were on the pins, int [transfers] a stream.
        reads: read beats, as many as are certainly of the layer.
        writes: write beats.
        last_read: when the last read beat came that may be of the layer, of all its streams.
    """

    requests: Mapping[StreamId, Times]
    offered: Mapping[StreamId, Times]
    reads: Mapping[StreamId, Times]
    writes: Mapping[StreamId, Times]
    last_read: int


class Waits(Protocol):
    """Says how long a layer's requests must have waited inside the design, as its beats on the pins prove.

    A family whose registers count such cycles gives one, with what it knows of the design's queues.
    """

    def waited(self, layer: Layer, moved: Moved) -> Waited:
        """How long a layer's streams waited; those that are not among what moved had others beside them."""


@dataclass(slots=True)
class _Watched:
    """A claim in flight.

    Attributes:
        claim: the claim.
        beats_due: how many beats it has still to read, at least.
        alone: no other claim of its block has been in flight with it.
        requests: when its read requests went, by stream, batch by batch; others as of `Moved` likewise.
        last_read: when the last beat of its streams came.
        beats: how many it had to read, at least.
        surplus: more came than that: of the next claim, perhaps, before anybody knew of it.
    """

    claim: Claim
    beats_due: int
    alone: bool = True
    requests: dict[StreamId, list[Times]] = field(default_factory=dict)
    offered: dict[StreamId, list[Times]] = field(default_factory=dict)
    reads: dict[StreamId, list[Times]] = field(default_factory=dict)
    writes: dict[StreamId, list[Times]] = field(default_factory=dict)
    last_read: int = 0
    beats: int = 0
    surplus: bool = False

    def __post_init__(self) -> None:
        self.beats = self.beats_due

    def tell(self) -> None:
        """Tell the claim whether it has beats to come.

        What is free once its reads were seen is not free before; and it may have been claimed because of beats that
        were reported together with its own, which are not counted here.
        """
        self.claim.reads_due = self.beats_due > 0 and self.claim.free.cause is not Cause.FETCHED

    @property
    def read_streams(self) -> set[StreamId]:
        return {where.stream for where in self.claim.reads}

    @property
    def own_reads(self) -> dict[StreamId, Times]:
        """When its beats came, by stream: in the order of all of them the first ones, as many as it had to read."""
        reads = _joined(self.reads)
        if self.surplus:
            end = np.sort(np.concatenate([*reads.values()]))[self.beats - 1]
            reads = {stream: times[times <= end] for stream, times in reads.items()}
        return {stream: times for stream, times in reads.items() if len(times)}

    @property
    def write_streams(self) -> set[StreamId]:
        layer = self.claim.layer
        return {writes.where.stream for writes in layer.writes} if layer and layer.lead is self.claim else set()


class BeatWatch:
    """Watches the beats of claims in flight, block by block in the order of their claims.

    Args:
        waits: says what they prove; None: nobody asks.
    """

    def __init__(self, waits: Waits | None) -> None:
        self._waits = waits
        self.clear()

    def clear(self) -> None:
        """Nothing is in flight."""
        self._flight: dict[str, list[_Watched]] = {}
        self._through: deque[_Watched] = deque(maxlen=LATE_LAYERS)

    def claimed(self, claim: Claim, beats: int) -> None:
        """A block has claimed, and will read so many beats at least."""
        others = self._flight.setdefault(claim.block, [])
        through = [item for item in others if all(end.confirmed or end.allowed for end in item.claim.ends)]
        self._through.extend(item for item in through if item.alone and self._waits)
        others[:] = [item for item in others if item not in through]
        for item in others:
            item.alone = False
        item = _Watched(claim, beats, alone=not others and not any(item.surplus for item in through))
        others.append(item)
        item.tell()

    def observe(self, traffic: Traffic) -> None:
        """Beats moved on a port."""
        if self._waits:
            self._ask(traffic)
        for stream, beats in by_stream(traffic, TrafficKind.READ):
            self._read(stream, beats.times_ps)
        if self._waits:
            for stream, beats in by_stream(traffic, TrafficKind.WRITE):
                for item in self._items:
                    if item.alone and stream in item.write_streams:
                        item.writes.setdefault(stream, []).append(beats.times_ps.copy())

    def waited(self, layer: Layer) -> Waited:
        """What a layer's traffic shows, once its last write is answered."""
        items = [item for item in (*self._items, *self._through) if item.claim in layer.claims and item.alone]
        if self._waits is None or not items:
            return UNWATCHED
        return self._waits.waited(
            layer,
            Moved(
                _merged(_joined(item.requests) for item in items),
                _merged(_joined(item.offered) for item in items),
                _merged(item.own_reads for item in items),
                _merged(_joined(item.writes) for item in items),
                max(item.last_read for item in items),
            ),
        )

    @property
    def _items(self) -> Iterator[_Watched]:
        return (item for items in self._flight.values() for item in items)

    def _ask(self, traffic: Traffic) -> None:
        """Read requests went."""
        waits, all_ids = traffic.waits.get("ar", ()), traffic.kinds[TrafficKind.READ_REQUEST].axi_ids
        for stream, requests in by_stream(traffic, TrafficKind.READ_REQUEST):
            times = np.repeat(requests.times_ps, requests.beats)
            offered = np.zeros(len(times), np.int64)
            if len(waits) == len(all_ids):  # else nobody has looked
                offered = np.repeat(np.asarray(waits)[all_ids == stream.axi_id], requests.beats)
            for item in self._items:
                if item.alone and item.beats_due and stream in item.read_streams:
                    item.requests.setdefault(stream, []).append(times)
                    item.offered.setdefault(stream, []).append(offered)

    def _read(self, stream: StreamId, times_ps: Times) -> None:
        """Read beats came: they are of the oldest claim that has some to come."""
        for item in self._items:
            if stream not in item.read_streams:
                continue
            mine = min(item.beats_due, len(times_ps))
            if item.alone and self._waits and len(times_ps):
                item.last_read = max(item.last_read, int(times_ps[-1]))
                item.surplus = item.surplus or mine < len(times_ps)
                item.reads.setdefault(stream, []).append(times_ps.copy())
            item.beats_due -= mine
            item.tell()
            times_ps = times_ps[mine:]


def _joined(streams: Mapping[StreamId, list[Times]]) -> dict[StreamId, Times]:
    """The times of each stream, batches put together."""
    return {stream: np.concatenate(batches).astype(np.int64) for stream, batches in streams.items()}


def _merged(items: Iterable[Mapping[StreamId, Times]]) -> dict[StreamId, Times]:
    """All streams of several claims."""
    return {stream: times for streams in items for stream, times in streams.items()}
