"""How long a layer's requests must have waited inside the design, as its beats on the pins prove.

A unit waits for its memory interface where the interface's queue is full. The pins show neither the unit's requests nor
the queue, but when beats moved: a queue of known size that is still to be emptied must have been full before. All of
this holds for a layer that was alone in its unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import UNWATCHED, Bounds, Cause, Claim, Waited
from models.memory.footprint import Footprint, StreamId
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.chunks import by_stream
from tb.scoreboard.limits import CheckerConfig

Times = NDArray[Any]

OPERATION_GAP = 8  # cycles without a request between two operations of a layer, at most
WORD_CYCLES = 4  # cycles in which a unit moves a word, asks for its line and has the next one ready, at most
TAKE_CYCLES = 2  # cycles in which a unit takes a word that it has read, at most
WORD_DELAY = 32  # further cycles until it could give the word away, at most


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

        A group that is free once its reads were seen is not free before; and it may have been claimed because of beats
        that were reported together with its own, which are not counted here.
        """
        self.claim.reads_due = self.beats_due > 0 and self.claim.free.cause is not Cause.FETCHED

    @property
    def read_streams(self) -> set[StreamId]:
        return {where.stream for where in self.claim.reads}

    @property
    def write_streams(self) -> set[StreamId]:
        layer = self.claim.layer
        return {writes.where.stream for writes in layer.writes} if layer else set()


class WaitWatch:
    """Watches the beats of claims in flight, block by block in the order of their claims."""

    def __init__(self, config: CheckerConfig) -> None:
        self._beat_bytes, self._queues = config.beat_bytes, config.queues
        self._cycle_ps = (config.counter_clock_ns or config.clock_ns) * 1000
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
        if item is None or not item.alone or not item.reads or not item.writes:
            return UNWATCHED
        if len(item.read_streams) != 1 or len(item.write_streams) != 1:
            return UNWATCHED
        reads, writes = (np.concatenate(times).astype(np.int64) for times in (item.reads, item.writes))
        return Waited(self._reads(claim, reads), self._writes(claim, reads, writes))

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

    def _reads(self, claim: Claim, reads: Times) -> Bounds:
        """Cycles in which a read request waited.

        From its first request to its last the unit has one at any time, which waits or is taken. The last one is not
        taken before the beats that fill the queue with all requests before it were asked for.
        """
        runs = [self._run_beats(where) for where in claim.reads]
        if not all(runs):
            return Bounds()
        queued = self._queues.read_beats + max(runs) * (1 + self._queues.read_lines)
        last = len(reads) - 1 - queued
        least = 0
        if last > 0:
            taken = min(len(reads), sum(where.requests or len(reads) for where in claim.reads))
            least = self._cycles(reads[0], reads[last]) - taken - OPERATION_GAP * len(runs)
        return self._bounds(least, at_once=_one_request(claim.reads))

    def _writes(self, claim: Claim, reads: Times, writes: Times) -> Bounds:
        """Cycles in which a write request or its data waited.

        Once the last beat came and the unit has taken what its queue holds, it has a word to give away at any time.
        """
        last = len(writes) - 1 - self._queues.write_beats
        least = 0
        if last > 0:
            moved = last + 1 - int(np.searchsorted(writes, reads[-1]))
            moving = WORD_CYCLES * moved + TAKE_CYCLES * self._queues.read_beats + WORD_DELAY
            least = self._cycles(reads[-1], writes[last]) - moving
        layer = claim.layer
        targets = [item.where for item in layer.writes] if layer else []
        return self._bounds(least, at_once=_one_request(targets) and len(writes) <= self._queues.write_beats)

    def _bounds(self, least: int, *, at_once: bool) -> Bounds:
        """What is known: at least so much, and nothing where all could be taken at once."""
        if not self._queues.exact:
            return Bounds(min(max(least, 0), 1))
        return Bounds(max(least, 0), 0 if at_once else None)

    def _cycles(self, first_ps: np.int64, last_ps: np.int64) -> int:
        return int((last_ps - first_ps) / self._cycle_ps)

    def _run_beats(self, where: Footprint) -> int:
        """Beats that the unit asks for with one request, at most; 0: unknown."""
        beat_bytes = self._beat_bytes[where.port]
        inside = where.run * where.chunk_bytes - min(where.chunk_bytes, beat_bytes)
        return ceil(inside / beat_bytes) + 1 if where.run else 0


def _one_request(places: Sequence[Footprint]) -> bool:
    return len(places) == 1 and places[0].requests == 1
