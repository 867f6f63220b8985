"""Transfers of a memory port: as rows of a structured array, and as columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

_WORD_BITS = 64
_LONG_PART = 64
"""Beats; parts that are shorter on average cost more than they save."""


class TrafficKind(IntEnum):
    """What an observed transfer was."""

    WRITE = 0  # a write data beat, with the address and id of its request
    RESPONSE = 1  # a write response
    READ_REQUEST = 2
    READ = 3  # a read data beat, with the address of its request


def traffic_dtype(data_bytes: int) -> np.dtype[np.void]:
    """One observed transfer on a port whose data beats have `data_bytes` bytes.

    Fields: `time_ps`, `kind` (TrafficKind), `axi_id`, `beats` (length of the burst), `last` (last beat of its burst),
    `address` (of this beat, aligned to the beat, or of the request as it stood on the pins), `strobe` (bool a byte; all
    true for read data, none for responses and read requests), `data`.
    """
    return np.dtype(
        [
            ("time_ps", np.uint64),
            ("kind", np.uint8),
            ("axi_id", np.uint16),
            ("beats", np.uint16),
            ("last", np.bool_),
            ("address", np.uint64),
            ("strobe", np.bool_, (data_bytes,)),
            ("data", np.uint8, (data_bytes,)),
        ]
    )


@dataclass(frozen=True, slots=True)
class Transfers:
    """Transfers of one kind as columns, in the order in which they happened; what they mean says `traffic_dtype`.

    A column may be a view of where it comes from: who looks at addresses only moves no data.

    Attributes:
        times_ps: uint64 [n].
        axi_ids: integers [n].
        beats: length of the burst, integers [n].
        last: bool [n].
        addresses: uint64 [n].
        strobe_words: a bit a byte, uint64 [n, words], byte 0 in the lowest bit of the first word.
        data: uint8 [n, data bytes].
    """

    times_ps: NDArray[np.uint64]
    axi_ids: NDArray[np.integer[Any]]
    beats: NDArray[np.integer[Any]]
    last: NDArray[np.bool_]
    addresses: NDArray[np.uint64]
    strobe_words: NDArray[np.uint64]
    data: NDArray[np.uint8]

    @classmethod
    def of_rows(cls, rows: NDArray[np.void]) -> Transfers:
        """The columns of a structured array [n] of `traffic_dtype`."""
        bits = np.zeros((len(rows), _words(rows["strobe"].shape[1]) * _WORD_BITS), np.bool_)
        bits[:, : rows["strobe"].shape[1]] = rows["strobe"]
        words = np.packbits(bits, axis=1, bitorder="little").view(np.uint64)
        return cls(rows["time_ps"], rows["axi_id"], rows["beats"], rows["last"], rows["address"], words, rows["data"])

    def rows(self, kind: TrafficKind) -> NDArray[np.void]:
        """Structured array [n] of `traffic_dtype`."""
        rows = np.empty(len(self), traffic_dtype(self.data.shape[1]))
        rows["time_ps"], rows["kind"], rows["axi_id"] = self.times_ps, kind, self.axi_ids
        rows["beats"], rows["last"], rows["address"] = self.beats, self.last, self.addresses
        rows["strobe"], rows["data"] = self.strobes(), self.data
        return rows

    def strobes(self) -> NDArray[np.bool_]:
        """A strobe a byte, bool [n, data bytes]."""
        packed = np.ascontiguousarray(self.strobe_words).view(np.uint8)
        return np.unpackbits(packed, axis=1, count=self.data.shape[1], bitorder="little").view(np.bool_)

    @property
    def whole(self) -> bool:
        """Whether the strobes select every byte of every beat."""
        return bool((self.strobe_words == whole_strobe(self.data.shape[1])).all())

    def parts(self) -> Iterator[Transfers]:
        """All of them cut where beats that are whole and beats that are not meet: `whole` tells the two kinds apart.

        Most beats of a layer are whole, and whole ones are looked at several times as fast. Where the two alternate too
        often for that, they stay together.
        """
        whole = (self.strobe_words == whole_strobe(self.data.shape[1])).all(axis=1)
        borders = (np.flatnonzero(whole[1:] != whole[:-1]) + 1).tolist()
        if len(borders) * _LONG_PART > len(self):
            borders = []
        for start, stop in zip([0, *borders], [*borders, len(self)], strict=True):
            yield self[start:stop]

    def __len__(self) -> int:
        return len(self.times_ps)

    def __getitem__(self, chosen: slice | NDArray[np.bool_]) -> Transfers:
        """Some of them."""
        return Transfers(
            self.times_ps[chosen],
            self.axi_ids[chosen],
            self.beats[chosen],
            self.last[chosen],
            self.addresses[chosen],
            self.strobe_words[chosen],
            self.data[chosen],
        )


def whole_strobe(data_bytes: int) -> NDArray[np.uint64]:
    """The strobe that selects every byte of a beat, as words."""
    return np.frombuffer(((1 << data_bytes) - 1).to_bytes(8 * _words(data_bytes), "little"), np.uint64)


def _words(data_bytes: int) -> int:
    return -(-data_bytes // _WORD_BITS)
