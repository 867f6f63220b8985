"""What one layer still has to write on one stream: a port and an id."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import distinct, distinct_indices, strictly_ascending
from models.arrays.flags import count_set
from models.layer import Layer
from models.memory.footprint import ExpectedWrites
from models.memory.overlap import pieces
from models.memory.sparse import Addresses, Bytes, Flags
from tb.memory.transfers import Transfers
from tb.scoreboard.chunks import chunk_addresses
from tb.scoreboard.rows import equal_rows, joined, occurrences, run_of


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A chunk that was written wrong.

    Attributes:
        address: of the first wrong byte.
        coordinates: of that byte in the layer.
        expected: the chunk's expected bytes.
        got: the bytes written.
    """

    address: int
    coordinates: str
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
        granule_bytes: what is written whole; chunks are cut to it, whatever their own size.

    Attributes:
        layer: the layer.
        left: chunks that are still due.
        total: chunks that were due in the beginning.
        last_burst: the burst, counted on the stream, that brought the latest of its chunks.
    """

    def __init__(self, layer: Layer, streams: list[ExpectedWrites], granule_bytes: int) -> None:
        self.layer = layer
        self._streams, self._granule_bytes = streams, granule_bytes
        addresses = joined([pieces(stream.where, granule_bytes) for stream in streams])
        sizes = [stream.data.size // granule_bytes for stream in streams]
        self._starts = np.cumsum([0, *sizes[:-1]])
        data = joined([stream.data.reshape(-1, granule_bytes) for stream in streams])
        data = np.ascontiguousarray(data)  # compared by words
        self._first: NDArray[np.intp] | None = None
        if strictly_ascending(addresses):
            self._addresses, self._data, self._due = addresses, data, np.ones(len(addresses), np.int32)
        else:
            self._addresses, self._first, counts = distinct_indices(addresses)
            self._data, self._due = data[self._first], counts.astype(np.int32)
        self.left = self.total = len(addresses)
        self.last_burst = 0

    def renewed(self, streams: list[ExpectedWrites]) -> PendingWrites:
        """What is still due if the layer writes something else.

        Where it has begun to write, that is so only if it writes to the same places.
        """
        made = PendingWrites(self.layer, streams, self._granule_bytes)
        if self.left < self.total:
            if not np.array_equal(made._addresses, self._addresses):
                return self
            made._due, made.left, made.last_burst = self._due, self.left, self.last_burst
        return made

    def hits(self, addresses: Addresses) -> Flags:
        """Which chunks belong to the layer, bool [n]."""
        mine: Flags = self._addresses[self._rows(addresses)] == addresses
        return mine

    @property
    def compared_bytes(self) -> int:
        """How many of its bytes are compared."""
        return sum(count_set(stream.care) for stream in self._streams)

    def take_run(self, writes: Transfers) -> bool:
        """Take beats or chunks all at once, if they are a run of the layer's and nothing about them is wrong.

        Most are. `hits` and `take` would say the same of them, several times as slowly: each is written whole, is due,
        holds the expected bytes, and has the layer's next address behind the one before it, so that none comes twice.

        Returns:
            False: nothing is known of them, and nothing was taken.
        """
        if not writes.whole:
            return False
        run = run_of(chunk_addresses(writes, self._granule_bytes), self._addresses)
        if run is None or not (self._due[run] > 0).all():
            return False
        if not equal_rows(writes.data, self._data[run].reshape(writes.data.shape)):
            return False
        self._due[run] -= 1
        self.left -= run.stop - run.start
        return True

    def take(self, chunks: Transfers) -> tuple[Flags, dict[int, Mismatch]]:
        """Chunks that belong to the layer were written: all of them are hits.

        Returns:
            Which of them were written more often than expected, bool [n], and by their index in the batch the wrong
            ones.
        """
        data = chunks.data
        rows = self._rows(chunks.addresses)
        again = occurrences(rows) >= self._due[rows]
        np.subtract.at(self._due, rows[~again], 1)
        self.left -= int(np.count_nonzero(~again))
        differs = data != self._data[rows]
        if not chunks.whole:
            differs &= chunks.strobes()
        at = np.flatnonzero(differs.any(axis=1))
        at = at[(differs[at] & self._care(rows[at])).any(axis=1)]
        return again, {int(one): self._mismatch(int(rows[one]), data[one], differs[one]) for one in at}

    def missing(self) -> list[str]:
        """Where bytes are still due, a few of them, in the layer's own coordinates."""
        rows = np.flatnonzero(self._due > 0)
        return [f"{int(self._addresses[row]):#x} {self._coordinates(int(row))}" for row in rows[:4]]

    def _care(self, rows: NDArray[np.intp]) -> Flags:
        """Looked up late: a race may make bytes unknown after the layer has started."""
        care = np.empty((len(rows), self._data.shape[1]), np.bool_)
        flat = self._flat(rows)
        numbers = self._stream_of(flat)
        for number in distinct(numbers):
            mine = numbers == number
            granules = self._streams[number].care.reshape(-1, self._granule_bytes)
            care[mine] = granules[flat[mine] - self._starts[number]]
        return care

    def _flat(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """The indices of chunks in all of their streams, one behind the other; streams most often have that order."""
        return rows if self._first is None else self._first[rows]

    def _stream_of(self, flat: NDArray[np.intp]) -> NDArray[np.intp]:
        """Which stream a chunk is from, given its index in all of them."""
        return np.searchsorted(self._starts, flat, side="right") - 1

    def _rows(self, addresses: Addresses) -> NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._addresses, addresses), len(self._addresses) - 1)

    def _mismatch(self, row: int, got: Bytes, differs: Flags) -> Mismatch:
        expected = self._data[row]
        offset = int(np.argmax(differs & self._care(np.array([row]))[0]))
        return Mismatch(
            int(self._addresses[row]) + offset, self._coordinates(row, offset), expected.tobytes(), got.tobytes()
        )

    def _coordinates(self, row: int, offset: int = 0) -> str:
        flat = self._flat(np.array([row]))
        number = int(self._stream_of(flat)[0])
        return self._streams[number].where.describe(int(self._addresses[row]) + offset)
