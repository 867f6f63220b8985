"""Observed transfers cut into the pieces that checks work on: streams, and the chunks that layers are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import distinct
from models.memory.footprint import StreamId
from models.memory.sparse import Addresses
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers, packed_strobes, whole_strobe


@dataclass(frozen=True, slots=True)
class WriteChunks(Transfers):
    """Write beats of one stream, cut into chunks of which something is written.

    Attributes:
        bursts: the burst that brought each, counted on the stream, int64 [n].
    """

    bursts: NDArray[np.int64]


def cut(writes: Transfers, bursts: NDArray[np.int64], chunk_bytes: int) -> WriteChunks:
    """Cut write beats into chunks and keep those of which anything is written.

    Args:
        writes: the beats.
        bursts: the burst of each beat, int [n].
        chunk_bytes: size of a chunk; a beat is a multiple of it.
    """
    per_beat = writes.data.shape[1] // chunk_bytes
    whole = writes.whole
    words = whole_strobe(chunk_bytes)
    chunks = WriteChunks(
        np.repeat(writes.times_ps, per_beat),
        np.repeat(writes.axi_ids, per_beat),
        np.repeat(writes.beats, per_beat),
        np.repeat(writes.last, per_beat),
        chunk_addresses(writes, chunk_bytes),
        np.broadcast_to(words, (len(writes) * per_beat, len(words)))
        if whole
        else packed_strobes(writes.strobes().reshape(-1, chunk_bytes)),
        writes.data.reshape(-1, chunk_bytes),
        np.repeat(writes.shapes, per_beat),
        np.repeat(writes.resps, per_beat),
        np.repeat(bursts, per_beat),
    )
    return chunks if whole else chunks[np.asarray(chunks.strobe_words.any(axis=1))]


def chunk_addresses(writes: Transfers, chunk_bytes: int) -> Addresses:
    """The addresses of all chunks of whole beats, uint64 [n]."""
    offsets = np.arange(0, writes.data.shape[1], chunk_bytes, dtype=np.uint64)
    return (writes.addresses[:, None] + offsets).reshape(-1)


def by_stream(traffic: Traffic, kind: TrafficKind) -> Iterator[tuple[StreamId, Transfers]]:
    """The transfers of a kind of each stream, in order; most batches have but one AXI id."""
    transfers = traffic.kinds[kind]
    if not len(transfers):
        return
    ids = transfers.axi_ids
    if (ids == ids[0]).all():
        yield StreamId(traffic.port, int(ids[0])), transfers
        return
    for axi_id in distinct(ids).tolist():
        yield StreamId(traffic.port, axi_id), transfers[ids == axi_id]
