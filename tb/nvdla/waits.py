"""How long a layer's requests must have waited inside the design, as its beats on the pins prove.

A unit waits for its memory interface where the interface's queue is full. The pins show neither the unit's requests nor
the queue, but when beats moved: a queue of known size that is still to be emptied must have been full before. All of
this holds for a layer that was alone in its units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType

import numpy as np

from models.layer import Bounds, Claim, Layer, Waited
from models.memory.footprint import Footprint, StreamId
from tb.nvdla.queues import InterfaceQueues
from tb.scoreboard.beats import Moved, Times

OPERATION_GAP = 8  # cycles without a request between two operations of a layer, at most
WORD_CYCLES = 4  # cycles in which a unit moves a word, asks for its line and has the next one ready, at most
TAKE_CYCLES = 2  # cycles in which a unit takes a word that it has read, at most
WORD_DELAY = 32  # further cycles until it could give the word away, at most
ATOM_CYCLES: Mapping[str, int] = MappingProxyType({"PDP": 2, "CDP": 12, "SDP": 4})
"""Cycles in which a unit that computes takes an atom, or makes one, at most, by its block."""
PIPELINE = 128  # further cycles until such a unit could give a word away, at most
UNKNOWN_ATOM_CYCLES = 32  # the same of a design of which nothing is known
LATE_CYCLES = 64  # cycles by which such a design may count data as there before they are, at most


class QueueWaits:
    """What full queues prove.

    Args:
        queues: how much the design's memory interfaces hold.
        beat_bytes: beat size of each port.
        clock_ns: period of the clock that the device's counters count.
    """

    def __init__(self, queues: InterfaceQueues, beat_bytes: Mapping[str, int], clock_ns: float) -> None:
        self._queues, self._beat_bytes, self._cycle_ps = queues, beat_bytes, clock_ns * 1000

    def waited(self, layer: Layer, moved: Moved) -> Waited:
        """What a layer's beats show; arguments as of `tb.scoreboard.beats.Waits`."""
        if layer.lead.reads:
            return self._of_mover(layer, moved)
        streams = [(claim, stream) for claim in layer.claims for stream in {where.stream for where in claim.reads}]
        seen = [(claim, stream) for claim, stream in streams if stream in moved.reads]
        alone = len(seen) == len(streams) > 0 and layer.feeder is None
        return Waited(
            {stream: self._reads(claim, stream, moved) for claim, stream in seen},
            {stream: self._made(layer, moved, times) for stream, times in moved.writes.items()} if alone else {},
            {stream: self._data(stream, moved) for _, stream in seen},
        )

    def _of_mover(self, layer: Layer, moved: Moved) -> Waited:
        """Of a unit that reads and writes by itself and computes nothing, by one stream each."""
        reads, writes = list(moved.reads), list(moved.writes)
        if len({where.stream for where in layer.lead.reads}) != 1 or len(reads) != 1:
            return Waited()
        if len({item.where.stream for item in layer.writes}) != 1 or len(writes) != 1:
            return Waited()
        return Waited(
            {reads[0]: self._reads(layer.lead, reads[0], moved)},
            {writes[0]: self._moved_on(layer, moved, moved.writes[writes[0]])},
        )

    def _data(self, stream: StreamId, moved: Moved) -> Bounds:
        """Cycles in which something was to come that had been asked for, on the pins: inside that takes longer."""
        reads = moved.reads[stream]
        requests = _until(moved, stream, reads[-1])
        if len(requests):
            requests = requests - (moved.offered[stream][: len(requests)] * self._cycle_ps).astype(np.int64)
        times = np.concatenate((requests, reads))
        due = np.concatenate((np.ones(len(requests), np.int64), -np.ones(len(reads), np.int64)))
        order = np.argsort(times, kind="stable")
        times, due = times[order], np.cumsum(due[order])
        least = int(np.diff(times)[due[:-1] > 0].sum() / self._cycle_ps)
        return Bounds(least if self._queues.exact else max(least - LATE_CYCLES, 0))

    def _reads(self, claim: Claim, stream: StreamId, moved: Moved) -> Bounds:
        """Cycles in which a read request waited.

        From its first request to its last the unit has one at any time, which waits or is taken. The last one is not
        taken before the beats that fill the queue with all requests before it were asked for.
        """
        places = [where for where in claim.reads if where.stream == stream]
        runs = [self._run_beats(where) for where in places]
        if not all(runs) or not (self._queues.exact or self._goes_on_asking(claim, places)):
            return Bounds()
        reads = moved.reads[stream]
        mover = claim.layer is not None and claim is claim.layer.lead
        asked = max(len(reads), len(_until(moved, stream, reads[-1])))
        requests = sum(where.requests or asked for where in places) if mover else asked
        taking = min(asked, requests) + OPERATION_GAP * len(places)
        least = max((cycles - taking for cycles in self._asking(reads, max(runs), stream, moved)), default=0)
        return self._bounds(least, at_once=mover and _one_request(places))

    def _asking(self, reads: Times, run: int, stream: StreamId, moved: Moved) -> Iterator[int]:
        """Cycles from a layer's first request to its last one, at least."""
        last = len(reads) - 1 - self._queues.read_beats - run * (1 + self._queues.read_lines)
        if last > 0:
            yield self._cycles(reads[0], reads[last])
        # The last request is taken when the one before it has been cut into bursts, and of these the last is granted
        # when the one before it has gone.
        requests = _until(moved, stream, reads[-1])
        cut = len(requests) - 1 - run
        if self._queues.exact and cut > 0 and (gone := int(np.searchsorted(requests, requests[cut]))):
            yield self._cycles(requests[0], requests[gone - 1])

    def _goes_on_asking(self, claim: Claim, places: Sequence[Footprint]) -> bool:
        """Whether a unit makes requests until the interface is full, of a design of which nothing is known.

        One that computes remembers what it has asked for, and makes no more requests than it can remember.
        """
        if claim.layer is not None and claim is claim.layer.lead:
            return True
        waiting = self._queues.requests - 1 - self._queues.read_lines
        return all(
            where.requests * where.run == len(where.addresses)
            and waiting * (where.run * where.chunk_bytes // self._beat_bytes[where.port]) >= self._queues.read_beats
            for where in places
        )

    def _moved_on(self, layer: Layer, moved: Moved, writes: Times) -> Bounds:
        """Cycles in which a write request or its data waited.

        Once the last beat came and the unit has taken what its queue holds, it has a word to give away at any time.
        """
        last = len(writes) - 1 - self._queues.write_beats
        least = 0
        if last > 0:
            words = last + 1 - int(np.searchsorted(writes, moved.last_read))
            moving = WORD_CYCLES * words + TAKE_CYCLES * self._queues.read_beats + WORD_DELAY
            least = self._cycles(moved.last_read, writes[last]) - moving
        targets = [item.where for item in layer.writes]
        return self._bounds(least, at_once=_one_request(targets) and len(writes) <= self._queues.write_beats)

    def _made(self, layer: Layer, moved: Moved, writes: Times) -> Bounds:
        """The same of a unit that computes: what is left of the input takes some cycles an atom, and the output too."""
        last = len(writes) - 1 - self._queues.write_beats
        if last <= 0:
            return Bounds()
        atom_cycles = ATOM_CYCLES[layer.lead.block] if self._queues.exact else UNKNOWN_ATOM_CYCLES
        where = layer.writes[0].where
        word_cycles = atom_cycles * max(self._beat_bytes[where.port] // where.chunk_bytes, 1)
        words = len(writes) - int(np.searchsorted(writes, moved.last_read))
        making = (WORD_CYCLES + word_cycles) * words + word_cycles * self._queues.read_beats + PIPELINE
        return self._bounds(self._cycles(moved.last_read, writes[last]) - making, at_once=False)

    def _bounds(self, least: int, *, at_once: bool) -> Bounds:
        """What is known: at least so much, and nothing where all could be taken at once."""
        if not self._queues.exact:
            return Bounds(min(max(least, 0), 1))
        return Bounds(max(least, 0), 0 if at_once else None)

    def _cycles(self, first_ps: np.int64 | int, last_ps: np.int64) -> int:
        return int((last_ps - first_ps) / self._cycle_ps)

    def _run_beats(self, where: Footprint) -> int:
        """Beats that the unit asks for with one request, at most; 0: unknown."""
        beat_bytes = self._beat_bytes[where.port]
        inside = where.run * where.chunk_bytes - min(where.chunk_bytes, beat_bytes)
        return ceil(inside / beat_bytes) + 1 if where.run else 0


def _one_request(places: Sequence[Footprint]) -> bool:
    return len(places) == 1 and places[0].requests == 1


def _until(moved: Moved, stream: StreamId, end_ps: np.int64) -> Times:
    """When a stream's requests went; those behind its last beat are another layer's."""
    requests = moved.requests.get(stream, np.empty(0, np.int64))
    return requests[requests < end_ps]
