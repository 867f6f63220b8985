"""Fields of bits one behind the other, the lowest bit first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.vipnano.coefficients.shape import Indices

WORD_BITS = 32
Words = NDArray[np.uint64]


def pack(values: Words, widths: Indices) -> Bytes:
    """Bytes that hold fields, filled up to whole words of 32 bits with 0.

    Args:
        values: what each holds, at most 32 bits, uint64.
        widths: how many bits each has.
    """
    ends = np.cumsum(widths)
    word, shift = np.divmod(ends - widths, WORD_BITS)
    words = np.zeros(int(ends[-1]) // WORD_BITS + 2, np.uint64)
    shifted = values << shift.astype(np.uint64)  # fields are disjoint, so that a sum joins them
    np.add.at(words, word, shifted & np.uint64(0xFFFF_FFFF))
    np.add.at(words, word + 1, shifted >> np.uint64(WORD_BITS))
    used = -(-int(ends[-1]) // WORD_BITS)
    return np.frombuffer(words[:used].astype("<u4").tobytes(), np.uint8)


class BitReader:
    """Reads fields of a stream; behind its end are zeros.

    Args:
        data: the stream.

    Attributes:
        bits: how many it has.
    """

    def __init__(self, data: Bytes) -> None:
        self.bits = len(data) * 8
        padded = np.zeros(-(-len(data) // 4) * 4 + 8, np.uint8)
        padded[: len(data)] = data
        words = padded.view("<u4").astype(np.uint64)
        self._words = words[:-1] | words[1:] << np.uint64(WORD_BITS)

    def read(self, at: Indices, width: int) -> NDArray[np.int64]:
        """The fields of a width, at most 32, that begin at bits within the stream."""
        word, shift = np.divmod(at, WORD_BITS)
        fields = self._words[word] >> shift.astype(np.uint64) & np.uint64((1 << width) - 1)
        return fields.astype(np.int64)

    def read_one(self, at: int, width: int) -> int:
        """One field."""
        return int(self.read(np.array([at]), width)[0])
