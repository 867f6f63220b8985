"""Where the beats of many bursts are, by whole arrays: their addresses, and the lanes of the bus on which they move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.memory.axi import KIND_AT, SIZE_MASK, WHOLE_BEATS, WHOLE_BIT, BurstKind, BurstShape
from tb.memory.transfers import strobe_word_count

Words = NDArray[np.uint64]
Codes = NDArray[np.uint8]

_WORD_BITS = 64
_LOW_ONES = np.array([(1 << bits) - 1 for bits in range(_WORD_BITS + 1)], np.uint64)


@dataclass(frozen=True, slots=True)
class BeatPlaces:
    """Where beats are.

    Attributes:
        addresses: of the bus-wide word that each lies in, uint64 [n].
        lanes: the bytes of the bus on which it moves, a bit each, uint64 [n, words] as of strobes.
    """

    addresses: Words
    lanes: Words


def step_bytes(codes: Codes, data_bytes: int) -> Words:
    """Bytes of a beat of requests whose shapes have these codes; none is larger than the bus."""
    sizes = np.uint64(1) << (codes & SIZE_MASK).astype(np.uint64)
    return np.where(codes & WHOLE_BIT, np.uint64(data_bytes), np.minimum(sizes, np.uint64(data_bytes)))


def is_kind(codes: Codes, kind: BurstKind) -> NDArray[np.bool_]:
    """Which shapes are of a kind, bool [n]."""
    mine: NDArray[np.bool_] = (codes >> KIND_AT & 3) == kind
    return mine


def all_whole(addresses: Words, codes: NDArray[np.integer[Any]], data_bytes: int) -> bool:
    """Whether all requests ask for runs of whole words of the bus, so that every beat moves on all lanes."""
    if (codes == WHOLE_BEATS.code).all():
        return True
    full = BurstShape(size=data_bytes.bit_length() - 1).code
    return bool((codes == full).all()) and not (addresses & np.uint64(data_bytes - 1)).any()


def places(addresses: Words, codes: Codes, index: NDArray[np.int64], data_bytes: int) -> BeatPlaces:
    """The places of beats.

    Args:
        addresses: of each beat's request, as it stood on the pins, uint64 [n].
        codes: of the request's shape, uint8 [n].
        index: which beat of its request each is, int64 [n].
        data_bytes: width of the bus.
    """
    bus, step = np.uint64(data_bytes), step_bytes(codes, data_bytes)
    moved = np.where(is_kind(codes, BurstKind.FIXED), 0, index).astype(np.uint64)
    aligned = addresses - addresses % step + moved * step
    # The first beat of an unaligned burst begins where the request says, and ends as an aligned one does.
    begins = np.where((moved == 0) & (codes & WHOLE_BIT == 0), addresses, aligned)
    words = aligned // bus * bus
    first, behind = (begins - words).astype(np.int64), (aligned - words + step).astype(np.int64)
    lanes = np.empty((len(addresses), strobe_word_count(data_bytes)), np.uint64)
    for number in range(lanes.shape[1]):
        below, upto = (np.clip(lane - number * _WORD_BITS, 0, _WORD_BITS) for lane in (first, behind))
        lanes[:, number] = _LOW_ONES[upto] & ~_LOW_ONES[below]
    return BeatPlaces(words, lanes)
