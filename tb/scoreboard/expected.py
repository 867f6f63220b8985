"""What one layer still has to write on one stream: a port and an id."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.distinct import distinct, distinct_places
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

    @property
    def bytes_table(self) -> tuple[str, str]:
        """The bytes, a line each for what was expected and what came."""
        return f"expected {self.expected.hex(' ', 4)}", f"got      {self.got.hex(' ', 4)}"


class PendingWrites:
    """The chunks that a layer must write on one stream, each once, in any order.

    A chunk that the layer writes more than once (a software race) is expected as often and not compared.

    Args:
        layer: the layer.
        streams: its expected writes on this port and id.

    Attributes:
        layer: the layer.
        left: chunks that are still due.
        last_burst: the burst, counted on the stream, that brought the latest of its chunks.
    """

    def __init__(self, layer: Layer, streams: list[ExpectedWrites]) -> None:
        self.layer = layer
        self._streams = streams
        addresses = np.concatenate([stream.where.addresses for stream in streams])
        self._starts = np.cumsum([0] + [len(stream.where.addresses) for stream in streams[:-1]])
        self._addresses, self._first, counts = distinct_places(addresses)
        self._due = counts.astype(np.int64)
        self._data = np.concatenate([stream.data for stream in streams])[self._first]
        self.left = int(counts.sum())
        self.last_burst = 0

    def hits(self, addresses: Addresses) -> Flags:
        """Which chunks belong to the layer, bool [n]."""
        mine: Flags = self._addresses[self._rows(addresses)] == addresses
        return mine

    @property
    def settled_bytes(self) -> int:
        """How many of its bytes are compared."""
        return sum(int(np.count_nonzero(stream.care)) for stream in self._streams)

    def take(self, addresses: Addresses, data: Bytes, written: Flags) -> tuple[Flags, dict[int, Mismatch]]:
        """Chunks that belong to the layer were written.

        Args:
            addresses: uint64 [n], all of them hits.
            data: uint8 [n, chunk bytes].
            written: which bytes of them were written, bool [n, chunk bytes].

        Returns:
            Which of them were written more often than expected, bool [n], and by their place in the batch the wrong
            ones.
        """
        rows = self._rows(addresses)
        again = _occurrences(rows) >= self._due[rows]
        np.subtract.at(self._due, rows[~again], 1)
        self.left -= int(np.count_nonzero(~again))
        differs = (data != self._data[rows]) & written
        at = np.flatnonzero(differs.any(axis=1))
        at = at[(differs[at] & self._care(rows[at])).any(axis=1)]
        return again, {int(one): self._mismatch(int(rows[one]), data[one], differs[one]) for one in at}

    def missing(self) -> list[str]:
        """Where bytes are still due, a few of them, in the layer's own coordinates."""
        rows = np.flatnonzero(self._due > 0)
        return [f"{int(self._addresses[row]):#x} {self._place(int(row))}" for row in rows[:4]]

    def _care(self, rows: NDArray[np.intp]) -> Flags:
        """Looked up late: a race may unsettle bytes after the layer has started."""
        care = np.empty((len(rows), self._data.shape[1]), np.bool_)
        flat = self._first[rows]
        numbers = self._stream_of(flat)
        for number in distinct(numbers):
            mine = numbers == number
            care[mine] = self._streams[number].care[flat[mine] - self._starts[number]]
        return care

    def _stream_of(self, flat: NDArray[np.intp]) -> NDArray[np.intp]:
        """Which stream a chunk is from, given its place in all of them."""
        return np.searchsorted(self._starts, flat, side="right") - 1

    def _rows(self, addresses: Addresses) -> NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._addresses, addresses), len(self._addresses) - 1)

    def _mismatch(self, row: int, got: Bytes, differs: Flags) -> Mismatch:
        expected = self._data[row]
        offset = int(np.argmax(differs & self._care(np.array([row]))[0]))
        return Mismatch(int(self._addresses[row]) + offset, self._place(row), expected.tobytes(), got.tobytes())

    def _place(self, row: int) -> str:
        flat = self._first[[row]]
        number = int(self._stream_of(flat)[0])
        return self._streams[number].where.place(int(flat[0] - self._starts[number]))


def _occurrences(rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """How often each entry stands further ahead in its array."""
    order = np.argsort(rows, kind="stable")
    ordered = rows[order]
    first = np.searchsorted(ordered, ordered, side="left")
    counts = np.empty(len(rows), np.intp)
    counts[order] = np.arange(len(rows)) - first
    return counts
