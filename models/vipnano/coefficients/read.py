"""The stream of a core, taken apart again: weights and words, each with its bit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.vipnano.coefficients.bits import WORD_BITS, BitReader
from models.vipnano.coefficients.order import Sequence, sequence_of
from models.vipnano.coefficients.shape import Indices, KernelShape
from models.vipnano.coefficients.write import HEAD_BITS, WEIGHT_BITS

ITEMS_AT = sum(HEAD_BITS.values())
"""The bit at which the first item of a stream stands."""


class BrokenStreamError(ValueError):
    """A stream that no core comes to the end of; the message says what is wrong.

    Attributes:
        bit: where in the stream.
    """

    def __init__(self, bit: int, text: str) -> None:
        self.bit = bit
        super().__init__(f"bit {bit}: {text}")


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream that was taken apart.

    Attributes:
        zrl_bits: how many bits the length of a run has.
        weights: in the order of the stream, uint8.
        item_at: the bit at which each item begins.
        item_end: number of the weight that is its last.
        runs: how long its run is.
        word_at: the bit at which each word begins.
        words: what it holds, uint32.
        end: the bit behind the last one.
    """

    zrl_bits: int
    weights: NDArray[np.uint8]
    item_at: Indices
    item_end: Indices
    runs: Indices
    word_at: Indices
    words: NDArray[np.uint32]
    end: int


def read_stream(data: Bytes, shape: KernelShape, most_zrl_bits: int) -> Stream:
    """Take a core's stream apart.

    Raises:
        BrokenStreamError: a core does not come to its end.
    """
    stream, error = read_as_far(data, shape, most_zrl_bits)
    if error is not None:
        raise error
    return stream


def read_as_far(data: Bytes, shape: KernelShape, most_zrl_bits: int) -> tuple[Stream, BrokenStreamError | None]:
    """Take a core's stream apart as far as a core does: what it has read, and why it comes no further."""
    reading = _Reading(data, shape)
    try:
        reading.read(most_zrl_bits)
    except BrokenStreamError as error:
        return reading.stream(), error
    return reading.stream(), None


class _Reading:
    """A stream that is read, from word to word.

    Args:
        data: the stream.
        shape: how kernels lie.
    """

    def __init__(self, data: Bytes, shape: KernelShape) -> None:
        self._reader, self._shape = BitReader(data), shape
        self._sequence = sequence_of(shape)
        self._zrl_bits = self._reader.read_one(0, HEAD_BITS["zrl_bits"])
        self._item_at: list[Indices] = []
        self._word_at: list[Indices] = []

    def read(self, most_zrl_bits: int) -> None:
        """Find all items and words.

        Raises:
            BrokenStreamError: a core does not come to its end.
        """
        if self._reader.bits < ITEMS_AT:
            raise BrokenStreamError(self._reader.bits, f"the stream ends in its first {ITEMS_AT} bits")
        if self._zrl_bits > most_zrl_bits:
            said = f"the length of a run has {self._zrl_bits} bits: at most {most_zrl_bits} are read"
            raise BrokenStreamError(0, said)
        count = self._reader.read_one(HEAD_BITS["zrl_bits"], HEAD_BITS["count"])
        if count != self._shape.count:
            text = f"{count} kernels of a core: the job has {self._shape.count}"
            raise BrokenStreamError(HEAD_BITS["zrl_bits"], text)
        if self._zrl_bits == 0:
            self._read_weights()
        else:
            self._read_runs()

    def stream(self) -> Stream:
        """Everything that was found."""
        nothing = np.zeros(0, np.int64)
        item_at, word_at = (np.concatenate([nothing, *parts]) for parts in (self._item_at, self._word_at))
        runs = self._reader.read(item_at, self._zrl_bits) if item_at.size else nothing
        values = self._reader.read(item_at + self._zrl_bits, WEIGHT_BITS)
        item_end = np.cumsum(runs + 1) - 1
        there = item_end < self._shape.weights
        weights = np.full(self._shape.weights, self._shape.zero_point, np.uint8)
        weights[item_end[there]] = values[there]
        words = self._reader.read(word_at, WORD_BITS).astype(np.uint32)
        step = self._zrl_bits + WEIGHT_BITS
        end = max([ITEMS_AT, *(item_at[-1:] + step).tolist(), *(word_at[-1:] + WORD_BITS).tolist()])
        return Stream(self._zrl_bits, weights, item_at, item_end, runs, word_at, words, end)

    def _read_weights(self) -> None:
        """Find what there is where no runs are."""
        sequence, numbers = self._sequence, np.arange(self._shape.weights)
        item_at = ITEMS_AT + numbers * WEIGHT_BITS + np.searchsorted(sequence.stops, numbers, side="right") * WORD_BITS
        word_at = ITEMS_AT + sequence.stops * WEIGHT_BITS + np.arange(len(sequence.stops)) * WORD_BITS
        weights = int(np.searchsorted(item_at, self._reader.bits - WEIGHT_BITS, side="right"))
        words = int(np.searchsorted(word_at, self._reader.bits - WORD_BITS, side="right"))
        self._item_at, self._word_at = [item_at[:weights]], [word_at[:words]]
        if words < len(word_at):
            if weights < len(item_at) and item_at[weights] < word_at[words]:
                raise self._lacks_weight(weights)
            raise self._lacks_word(words)

    def _read_runs(self) -> None:
        """Find what there is where runs are, from word to word."""
        step = self._zrl_bits + WEIGHT_BITS
        at, had = ITEMS_AT, 0
        for word, stop in enumerate(self._sequence.stops.tolist()):
            most = min(stop - had, (self._reader.bits - at) // step)
            begins = at + np.arange(most) * step
            reached = had + np.cumsum(self._reader.read(begins, self._zrl_bits) + 1)
            items = int(np.searchsorted(reached, stop)) + 1 if stop > had else 0
            self._item_at.append(begins[:items])
            if items > most:
                raise self._lacks_weight(int(reached[-1]) if most else had)
            if items and (beyond := int(reached[items - 1]) - stop):
                bit, name = int(begins[items - 1]), word_name(self._sequence, word)
                raise BrokenStreamError(bit, f"a run goes {beyond} weight(s) beyond the {name}")
            at += items * step
            if at + WORD_BITS > self._reader.bits:
                raise self._lacks_word(word)
            self._word_at.append(np.array([at]))
            at, had = at + WORD_BITS, stop

    def _lacks_weight(self, number: int) -> BrokenStreamError:
        left = self._shape.weights - number
        where = weight_name(self._sequence, self._shape, number)
        return BrokenStreamError(self._reader.bits, f"the stream ends before {where}: {left} weight(s) are missing")

    def _lacks_word(self, word: int) -> BrokenStreamError:
        return BrokenStreamError(self._reader.bits, f"the stream ends before the {word_name(self._sequence, word)}")


def weight_name(sequence: Sequence, shape: KernelShape, number: int) -> str:
    """What messages call a weight of a stream."""
    line, column = divmod(int(sequence.place[number]), shape.columns)
    return f"weight [plane {sequence.plane[number]}, line {line}, column {column}] of kernel {sequence.kernel[number]}"


def word_name(sequence: Sequence, word: int) -> str:
    """What messages call a word of a stream."""
    return f"{'offset' if sequence.is_offset[word] else 'bias'} of kernel {sequence.word_kernel[word]}"
