"""The beats of claims in flight: which of their reads are still to come, and when their beats moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.layer import UNWATCHED, Cause, Claim, Waited
from models.memory.footprint import StreamId
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.chunks import by_stream

Times = NDArray[Any]


class Waits(Protocol):
    """Says how long a layer's requests must have waited inside the design, as its beats on the pins prove.

    A family whose registers count such cycles gives one, with what it knows of the design's queues.
    """

    def waited(self, claim: Claim, reads: Times, writes: Times) -> Waited:
        """How long requests of a claim waited that was alone in its unit.

        Args:
            claim: one with a stream to read and a stream to write.
            reads: when its read beats came, in picoseconds, int64 [beats].
            writes: when its write beats went, likewise.
        """


@dataclass(slots=True)
class _Watched:
    """A claim in flight.

    Attributes:
        claim: the claim.
        beats_due: how many beats it has still to read, at least.
        alone: no other claim of its block has been in flight with it.
        reads: when its read beats came, batch by batch.
        writes: when its write beats went.
    """

    claim: Claim
    beats_due: int
    alone: bool = True
    reads: list[Times] = field(default_factory=list)
    writes: list[Times] = field(default_factory=list)

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
    def write_streams(self) -> set[StreamId]:
        layer = self.claim.layer
        return {writes.where.stream for writes in layer.writes} if layer else set()


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

    def claimed(self, claim: Claim, beats: int) -> None:
        """A block has claimed, and will read so many beats at least."""
        others = self._flight.setdefault(claim.block, [])
        others[:] = [item for item in others if not all(end.confirmed or end.allowed for end in item.claim.ends)]
        for item in others:
            item.alone = False
        item = _Watched(claim, beats, alone=not others)
        others.append(item)
        item.tell()

    def observe(self, traffic: Traffic) -> None:
        """Beats moved on a port."""
        for stream, beats in by_stream(traffic, TrafficKind.READ):
            self._read(stream, beats.times_ps)
        for stream, beats in by_stream(traffic, TrafficKind.WRITE):
            for item in self._items:
                if item.alone and stream in item.write_streams:
                    item.writes.append(beats.times_ps.copy())

    def waited(self, claim: Claim) -> Waited:
        """What a claim's traffic shows, once its last write is answered."""
        item = next((item for item in self._items if item.claim is claim), None)
        if self._waits is None or item is None or not item.alone or not item.reads or not item.writes:
            return UNWATCHED
        if len(item.read_streams) != 1 or len(item.write_streams) != 1:
            return UNWATCHED
        reads, writes = (np.concatenate(times).astype(np.int64) for times in (item.reads, item.writes))
        return self._waits.waited(claim, reads, writes)

    @property
    def _items(self) -> Iterator[_Watched]:
        return (item for items in self._flight.values() for item in items)

    def _read(self, stream: StreamId, times_ps: Times) -> None:
        """Read beats came: they are of the oldest claim that has some to come."""
        for item in self._items:
            if stream not in item.read_streams:
                continue
            if item.alone:
                item.reads.append(times_ps.copy())
            mine = min(item.beats_due, len(times_ps))
            item.beats_due -= mine
            item.tell()
            times_ps = times_ps[mine:]
