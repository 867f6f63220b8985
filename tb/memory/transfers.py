"""Transfers of a memory port, one array for each thing that there is to know about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tb.memory.axi import KIND_AT, SIZE_MASK, WHOLE_BEATS, WHOLE_BIT, Response

_WORD_BITS = 64
_LONG_PART = 64
"""Beats; parts that are shorter on average cost more than they save."""


@dataclass(frozen=True, slots=True)
class Transfers:
    """Transfers of one kind as columns, in the order in which they happened.

    A column may be a view of where it comes from: who looks at addresses only moves no data.

    Attributes:
        times_ps: uint64 [n].
        axi_ids: integers [n].
        beats: length of the burst, integers [n].
        last: the last beat of its burst, bool [n].
        addresses: of a beat, of the word of the bus that it lies in: its byte of lane n has this address plus n; of a
            response or a read request as the request stood on the pins; uint64 [n].
        strobe_words: a bit a lane, uint64 [n, words], lane 0 in the lowest bit of the first word: which bytes are
            written; of read data which the request asks for, all lanes but in a narrow or unaligned beat; none for
            responses and read requests.
        data: what the lanes carry, uint8 [n, data bytes]; zero for responses and read requests.
        shapes: codes of the requests' `BurstShape`, uint8 [n].
        resps: how memory answers, a `Response` each, uint8 [n]: of responses and read data; OKAY of all others.
    """

    times_ps: NDArray[np.uint64]
    axi_ids: NDArray[np.integer[Any]]
    beats: NDArray[np.integer[Any]]
    last: NDArray[np.bool_]
    addresses: NDArray[np.uint64]
    strobe_words: NDArray[np.uint64]
    data: NDArray[np.uint8]
    shapes: NDArray[np.uint8]
    resps: NDArray[np.uint8]

    @classmethod
    def without_bytes(
        cls,
        times_ps: NDArray[np.uint64],
        axi_ids: NDArray[np.integer[Any]],
        beats: NDArray[np.integer[Any]],
        addresses: NDArray[np.uint64],
        data_bytes: int,
        *,
        shapes: NDArray[np.uint8] | None = None,
        resps: NDArray[np.uint8] | None = None,
    ) -> Self:
        """Responses to requests, or the requests themselves: no byte moves with them, so strobe and data are zero.

        Without `shapes` all are of whole beats, without `resps` all are OKAY.
        """
        count = len(times_ps)
        shapes, resps = with_defaults(shapes, resps, count)
        # Views of one element would take twenty times as long, and most batches are of few transfers.
        last = np.ones(count, np.bool_)
        strobe_words = np.zeros((count, strobe_word_count(data_bytes)), np.uint64)
        data = np.zeros((count, data_bytes), np.uint8)
        return cls(times_ps, axi_ids, beats, last, addresses, strobe_words, data, shapes, resps)

    @property
    def sizes(self) -> NDArray[np.uint8]:
        """A beat of the request has 2^size bytes, uint8 [n]; without a size it has all that the bus has."""
        full = np.uint8(self.data.shape[1].bit_length() - 1)
        return np.where((self.shapes & np.uint8(WHOLE_BIT)) != 0, full, self.shapes & np.uint8(SIZE_MASK))

    @property
    def kinds(self) -> NDArray[np.uint8]:
        """The requests' `BurstKind`, uint8 [n]."""
        return self.shapes >> np.uint8(KIND_AT) & np.uint8(3)

    def strobes(self) -> NDArray[np.bool_]:
        """A strobe a byte, bool [n, data bytes]."""
        packed = np.ascontiguousarray(self.strobe_words).view(np.uint8)
        return np.unpackbits(packed, axis=1, count=self.data.shape[1], bitorder="little").view(np.bool_)

    def in_part(self) -> NDArray[np.intp]:
        """The indices of those whose strobes do not select every byte."""
        return np.flatnonzero((self.strobe_words != whole_strobe(self.data.shape[1])).any(axis=1))

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Which memory answers with an error, bool [n]."""
        return self.resps > Response.EXOKAY

    @property
    def whole(self) -> bool:
        """Whether the strobes select every byte of every beat."""
        return bool((self.strobe_words == whole_strobe(self.data.shape[1])).all())

    def parts(self) -> Iterator[Self]:
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

    def __getitem__(self, chosen: slice | NDArray[np.bool_]) -> Self:
        """Some of them."""
        return type(self)(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def time_ns(self, at: int) -> float:
        """When one of them happened."""
        return float(self.times_ps[at]) / 1000


def with_defaults(
    shapes: NDArray[np.uint8] | None, resps: NDArray[np.uint8] | None, count: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Columns of so many shapes and responses; where there is none, all are whole beats, or all are OKAY."""
    return (
        np.full(count, WHOLE_BEATS.code, np.uint8) if shapes is None else shapes,
        np.full(count, Response.OKAY, np.uint8) if resps is None else resps,
    )


def whole_strobe(data_bytes: int) -> NDArray[np.uint64]:
    """The strobe that selects every byte of a beat, as words."""
    return np.frombuffer(((1 << data_bytes) - 1).to_bytes(8 * strobe_word_count(data_bytes), "little"), np.uint64)


def packed_strobes(strobes: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A strobe a byte, bool [n, data bytes], as words."""
    count, data_bytes = strobes.shape
    bits = np.zeros((count, strobe_word_count(data_bytes) * _WORD_BITS), np.bool_)
    bits[:, :data_bytes] = strobes
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def strobe_word_count(data_bytes: int) -> int:
    """How many words the strobe of a beat has."""
    return -(-data_bytes // _WORD_BITS)
