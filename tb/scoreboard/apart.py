"""Reports of traffic taken apart at answers of memory: what comes behind one may follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from models.arrays.distinct import distinct
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.rows import joined


def taken_apart(batches: Sequence[Traffic]) -> Iterator[list[Traffic]]:
    """What happened until each answer to a write, and until just before each read that is answered with an error.

    They come one after the other, then what came behind the last one.

    Args:
        batches: what ports have seen until the same moment.
    """
    cuts = [np.zeros(0, np.uint64), *(batch.kinds[TrafficKind.RESPONSE].times_ps for batch in batches)]
    for batch in batches:
        reads = batch.kinds[TrafficKind.READ]
        cuts.append(reads.times_ps[reads.failed] - np.uint64(1))
    ends = distinct(joined(cuts))
    since = np.uint64(0)
    for end in ends:
        yield [_between(batch, since, end) for batch in batches]
        since = end
    yield [_between(batch, since, None) for batch in batches]


def _between(batch: Traffic, since: np.uint64, end: np.uint64 | None) -> Traffic:
    """Transfers behind one moment, up to another one."""
    kinds = {}
    for kind, transfers in batch.kinds.items():
        first = int(np.searchsorted(transfers.times_ps, since, "right")) if since else 0
        last = len(transfers) if end is None else int(np.searchsorted(transfers.times_ps, end, "right"))
        kinds[kind] = transfers[first:last]
    return replace(batch, kinds=kinds)
