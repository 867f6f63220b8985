"""What one layer still has to write on one stream: a port and an id."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.layer import ExpectedWrites, Layer
from models.memory import Addresses, Bytes, Flags


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A chunk that was written wrong.

    Attributes:
        address: of the first wrong byte.
        place: its coordinates in the layer.
        expected: the chunk's expected bytes.
        got: the bytes written.
    """

    address: int
    place: str
    expected: bytes
    got: bytes


class PendingWrites:
    """The chunks that a layer must write on one stream, each once, in any order.

    A chunk that the layer writes more than once (a software race) is expected as often and not compared.

    Args:
        layer: the layer.
        streams: its expected writes on this port and id.
    """

    def __init__(self, layer: Layer, streams: list[ExpectedWrites]) -> None:
        self.layer = layer
        self._streams = streams
        addresses = np.concatenate([stream.where.addresses for stream in streams])
        self._addresses, self._first, counts = np.unique(addresses, return_index=True, return_counts=True)
        self._due = counts.astype(np.int64)
        self._data = np.concatenate([stream.data for stream in streams])[self._first]
        self.left = int(counts.sum())
        self.chunk_bytes = int(self._data.shape[1])

    def hits(self, addresses: Addresses) -> Flags:
        """Which chunks belong to the layer, bool [n]."""
        mine: Flags = self._addresses[self._rows(addresses)] == addresses
        return mine

    def take(self, addresses: Addresses, data: Bytes) -> tuple[Flags, list[Mismatch]]:
        """Chunks that belong to the layer were written.

        Args:
            addresses: uint64 [n], all of them hits.
            data: uint8 [n, chunk bytes].

        Returns:
            Which of them were written more often than expected, bool [n], and the wrong ones.
        """
        rows = self._rows(addresses)
        np.subtract.at(self._due, rows, 1)
        again = self._due[rows] < 0
        self.left -= int(np.count_nonzero(~again))
        wrong = ((data != self._data[rows]) & self._care(rows)).any(axis=1)
        return again, [self._mismatch(int(rows[at]), data[at]) for at in np.flatnonzero(wrong)]

    def missing(self) -> list[str]:
        """Where bytes are still due, a few of them, in the layer's own coordinates."""
        rows = np.flatnonzero(self._due > 0)
        return [f"{int(self._addresses[row]):#x} {self._place(int(row))}" for row in rows[:4]]

    def _care(self, rows: NDArray[np.intp]) -> Flags:
        """Looked up late: a race may unsettle bytes after the layer has started."""
        care = (
            np.concatenate([stream.care for stream in self._streams])
            if len(self._streams) > 1
            else self._streams[0].care
        )
        return care[self._first[rows]]

    def _rows(self, addresses: Addresses) -> NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._addresses, addresses), len(self._addresses) - 1)

    def _mismatch(self, row: int, got: Bytes) -> Mismatch:
        expected = self._data[row]
        care = self._care(np.array([row]))[0]
        offset = int(np.argmax((got != expected) & care))
        return Mismatch(int(self._addresses[row]) + offset, self._place(row), expected.tobytes(), got.tobytes())

    def _place(self, row: int) -> str:
        index = int(self._first[row])
        for stream in self._streams:
            if index < len(stream.where.addresses):
                return stream.where.place(index)
            index -= len(stream.where.addresses)
        raise AssertionError("a row of no stream")
