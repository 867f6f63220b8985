"""Observed transfers cut into the pieces that checks work on: streams, and the chunks that layers are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import distinct
from models.memory.sparse import Addresses, Bytes, Flags
from tb.memory.transfers import Transfers


@dataclass(frozen=True, slots=True)
class WriteChunks:
    """Chunks that a stream wrote, in order.

    Attributes:
        addresses: uint64 [n].
        data: uint8 [n, chunk bytes].
        written: which bytes the strobes select, bool of the same shape, at least one of each chunk; None: all.
        beats: the beat that each is from, int [n].
        bursts: the burst that each beat is from, counted on the stream.
        times_ps: when each beat was, uint64.
    """

    addresses: Addresses
    data: Bytes
    written: Flags | None
    beats: NDArray[np.intp]
    bursts: NDArray[np.int64]
    times_ps: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.addresses)

    def __getitem__(self, chosen: slice | Flags) -> WriteChunks:
        """Some of them."""
        written = None if self.written is None else self.written[chosen]
        return replace(
            self, addresses=self.addresses[chosen], data=self.data[chosen], written=written, beats=self.beats[chosen]
        )

    def in_part(self) -> NDArray[np.intp]:
        """The places of those that were not written whole."""
        return np.zeros(0, np.intp) if self.written is None else np.flatnonzero(~self.written.all(axis=1))

    def burst(self, at: int) -> int:
        """The burst that brought one of them."""
        return int(self.bursts[self.beats[at]])

    def time_ns(self, at: int) -> float:
        """When one of them was written."""
        return float(self.times_ps[self.beats[at]]) / 1000


def cut(writes: Transfers, bursts: NDArray[np.int64], chunk_bytes: int) -> WriteChunks:
    """Cut write beats into chunks and keep those of which anything is written.

    Args:
        writes: the beats.
        bursts: the burst of each beat, int [n].
        chunk_bytes: size of a chunk; a beat is a multiple of it.
    """
    per_beat = writes.data.shape[1] // chunk_bytes
    offsets = np.arange(per_beat, dtype=np.uint64) * np.uint64(chunk_bytes)
    chunks = WriteChunks(
        (writes.addresses[:, None] + offsets).reshape(-1),
        writes.data.reshape(-1, chunk_bytes),
        None if writes.whole else writes.strobes().reshape(-1, chunk_bytes),
        np.repeat(np.arange(len(writes)), per_beat),
        bursts,
        writes.times_ps,
    )
    return chunks if chunks.written is None else chunks[np.asarray(chunks.written.any(axis=1))]


def by_id(transfers: Transfers) -> Iterator[tuple[int, Transfers]]:
    """The transfers of each AXI id, in order; most batches have but one id."""
    if not len(transfers):
        return
    ids = transfers.axi_ids
    if (ids == ids[0]).all():
        yield int(ids[0]), transfers
        return
    for axi_id in distinct(ids).tolist():
        yield axi_id, transfers[ids == axi_id]
