"""Observed transfers cut into the pieces that checks work on: streams, and the chunks that layers are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.distinct import distinct
from models.memory import Addresses, Bytes, Flags


@dataclass(frozen=True, slots=True)
class WriteChunks:
    """Chunks that a stream wrote, in order.

    Attributes:
        addresses: uint64 [n].
        data: uint8 [n, chunk bytes].
        written: which bytes the strobes select, bool of the same shape; at least one of each chunk.
        bursts: the burst that each is from, counted on the stream, int [n].
        times_ps: when, uint64 [n].
    """

    addresses: Addresses
    data: Bytes
    written: Flags
    bursts: NDArray[np.int64]
    times_ps: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.addresses)

    def __getitem__(self, chosen: slice | Flags) -> WriteChunks:
        """Some of them."""
        return WriteChunks(
            self.addresses[chosen],
            self.data[chosen],
            self.written[chosen],
            self.bursts[chosen],
            self.times_ps[chosen],
        )

    def time_ns(self, at: int) -> float:
        """When one of them was written."""
        return float(self.times_ps[at]) / 1000


def cut(beats: NDArray[np.void], bursts: NDArray[np.int64], chunk_bytes: int) -> WriteChunks:
    """Cut write beats into chunks and keep those of which anything is written.

    Args:
        beats: structured array [n] of `traffic_dtype`.
        bursts: the burst of each beat, int [n].
        chunk_bytes: size of a chunk; a beat is a multiple of it.
    """
    per_beat = beats["data"].shape[1] // chunk_bytes
    offsets = np.arange(per_beat, dtype=np.uint64) * np.uint64(chunk_bytes)
    chunks = WriteChunks(
        (beats["address"][:, None] + offsets).reshape(-1),
        beats["data"].reshape(-1, chunk_bytes),
        beats["strobe"].reshape(-1, chunk_bytes),
        np.repeat(bursts, per_beat),
        np.repeat(beats["time_ps"], per_beat),
    )
    return chunks[np.asarray(chunks.written.any(axis=1))]


def by_id(transfers: NDArray[np.void]) -> Iterator[tuple[int, NDArray[np.void]]]:
    """The transfers of each AXI id, in order; most batches have but one id."""
    if not len(transfers):
        return
    ids = transfers["axi_id"]
    if (ids == ids[0]).all():
        yield int(ids[0]), transfers
        return
    for axi_id in distinct(ids).tolist():
        yield axi_id, transfers[ids == axi_id]
