"""How long a layer's requests must have waited inside the design, as its beats on the pins prove.

A unit waits for its memory interface where the interface's queue is full. The pins show neither the unit's requests nor
the queue, but when beats moved: a queue of known size that is still to be emptied must have been full before. All of
this holds for a layer that was alone in its unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

import numpy as np

from models.layer import Bounds, Claim, Waited
from models.memory.footprint import Footprint
from tb.nvdla.queues import InterfaceQueues
from tb.scoreboard.beats import Times

OPERATION_GAP = 8  # cycles without a request between two operations of a layer, at most
WORD_CYCLES = 4  # cycles in which a unit moves a word, asks for its line and has the next one ready, at most
TAKE_CYCLES = 2  # cycles in which a unit takes a word that it has read, at most
WORD_DELAY = 32  # further cycles until it could give the word away, at most


class QueueWaits:
    """What full queues prove.

    Args:
        queues: how much the design's memory interfaces hold.
        beat_bytes: beat size of each port.
        clock_ns: period of the clock that the device's counters count.
    """

    def __init__(self, queues: InterfaceQueues, beat_bytes: Mapping[str, int], clock_ns: float) -> None:
        self._queues, self._beat_bytes, self._cycle_ps = queues, beat_bytes, clock_ns * 1000

    def waited(self, claim: Claim, reads: Times, writes: Times) -> Waited:
        """What a claim's beats show; arguments as of `tb.scoreboard.beats.Waits`."""
        return Waited(self._reads(claim, reads), self._writes(claim, reads, writes))

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
