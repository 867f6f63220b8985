"""Reports of traffic taken apart where memory answers writes: what is fetched behind an answer may follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from models.arrays.distinct import distinct
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.rows import joined


def taken_apart(batches: Sequence[Traffic]) -> Iterator[list[Traffic]]:
    """What happened until each answer to a write, one after the other, then what came behind the last one.

    Args:
        batches: what ports have seen until the same moment.
    """
    answers = [batch.kinds[TrafficKind.RESPONSE].times_ps for batch in batches]
    ends = distinct(joined(answers)) if answers else np.zeros(0, np.uint64)
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
