"""Lines of chunks that units ask a memory interface for, chunk by chunk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from tb.taps import Tap

MOST_CHUNKS = 1 << 22
"""Of a stream, that are looked at: a unit that is wrong may ask for 2^30 with each line."""
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFormat:
    """How units ask for a line: chunks from an address on.

    The number of chunks, less one, is lowest in a request; the address stands above it.

    Attributes:
        chunk: what messages call a chunk.
        chunk_bytes: its size: what addresses are multiples of; a beat is a multiple of it.
        count_bits: of the number of chunks.
        notice: what messages call the bits that say who is to be told when the writes up to the line's end are done.
        notice_bits: their number: they are highest in a request to write, and all of a notice; 0: nobody is told.
    """

    chunk: str
    chunk_bytes: int
    count_bits: int
    notice: str = ""
    notice_bits: int = 0


@dataclass(frozen=True, slots=True)
class Lines:
    """The chunks of lines, one behind the other.

    Attributes:
        addresses: of the chunks, uint64 [chunks].
        lines: the line of each chunk.
        words: the word that each chunk stands in, of all words, as each line begins with a new one.
        places: of each chunk in its word.
        beats: the beat of memory that each chunk lies in, of all that the lines touch, line by line.
        beat_addresses: of these beats, uint64 [beats].
        last_chunks: how many chunks the lines have up to each line's end, [lines].
        word_count: of all lines.
        cut: there are more, which nobody looks at.
    """

    addresses: NDArray[np.uint64]
    lines: Numbers
    words: Numbers
    places: Numbers
    beats: Numbers
    beat_addresses: NDArray[np.uint64]
    last_chunks: Numbers
    word_count: int
    cut: bool


def lines_of(tap: Tap, form: LineFormat, port: MemoryPort) -> Lines:
    """What requests ask for."""
    chunk, beat = form.chunk_bytes, port.data_bytes
    chunks_of_beat = beat // chunk
    asked = tap.numbers(0, form.count_bits).astype(np.int64) + 1
    counts = np.clip(MOST_CHUNKS - (np.cumsum(asked) - asked), 0, asked)
    counts = counts[counts > 0]
    firsts = _addresses(tap, form.count_bits, port.address_bits)[: len(counts)]
    firsts -= firsts % np.uint64(chunk)  # as the interface takes it
    numbers, within = _runs(counts)
    addresses = firsts[numbers] + within.astype(np.uint64) * np.uint64(chunk)
    words = -(-counts // chunks_of_beat)
    offsets = (firsts % np.uint64(beat)).astype(np.int64) // chunk
    touched = (offsets + counts - 1) // chunks_of_beat + 1
    beat_lines, beat_within = _runs(touched)
    starts = firsts - firsts % np.uint64(beat)
    return Lines(
        addresses=addresses,
        lines=numbers,
        words=(np.cumsum(words) - words)[numbers] + within // chunks_of_beat,
        places=within % chunks_of_beat,
        beats=(np.cumsum(touched) - touched)[numbers] + (offsets[numbers] + within) // chunks_of_beat,
        beat_addresses=starts[beat_lines] + beat_within.astype(np.uint64) * np.uint64(beat),
        last_chunks=np.cumsum(counts),
        word_count=int(words.sum()),
        cut=int(counts.sum()) < int(asked.sum()),
    )


def _addresses(tap: Tap, low: int, bits: int) -> NDArray[np.uint64]:
    """The addresses of requests."""
    whole = np.zeros((len(tap.payload), np.dtype(np.uint64).itemsize), np.uint8)
    part = tap.bits(low, bits)
    whole[:, : part.shape[1]] = part
    return whole.view("<u8")[:, 0]


def _runs(counts: Numbers) -> tuple[Numbers, Numbers]:
    """The number of its run for each element of runs of some lengths, and its place in it."""
    numbers = np.repeat(np.arange(len(counts)), counts)
    return numbers, np.arange(len(numbers)) - np.repeat(np.cumsum(counts) - counts, counts)
