"""Which memory a trace's goldens cover: what its layers wrote, and what must have stayed between it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from models.memory.footprint import Footprint
from models.memory.sparse import SparseMemory

GAP_BYTES = 4096
"""Written pieces that lie closer together are one golden, if what lies between is known."""


def golden_ranges(written: Iterable[Footprint], memory: SparseMemory) -> Iterator[tuple[int, int]]:
    """Ranges of one memory that hold only known bytes: address and size, lowest first.

    Args:
        written: what layers wrote into this memory.
        memory: the reference's memory at the end; what it does not know is left out.
    """
    for start, stop in _merged(written):
        known = memory.known(start, stop - start)
        edges = np.flatnonzero(np.diff(np.concatenate(([False], known, [False])).astype(np.int8)))
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            yield start + first, last - first


def _merged(written: Iterable[Footprint]) -> Iterator[tuple[int, int]]:
    """Written pieces, neighbours put together."""
    pieces = [np.stack([item.addresses, item.addresses + np.uint64(item.chunk_bytes)], axis=1) for item in written]
    if not pieces:
        return
    ordered = np.unique(np.concatenate(pieces), axis=0).tolist()
    start, stop = ordered[0]
    for first, last in ordered[1:]:
        if first - stop > GAP_BYTES:
            yield start, stop
            start = first
        stop = max(stop, last)
    yield start, stop
