"""Lines of atoms that units ask a memory interface for (nvdla_memory_pkg), atom by atom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from tb.nvdla.borders.links.payloads import beat_bytes
from tb.taps import Tap

SIZE_BITS = 30
"""Of a line's atoms, less one: the lowest bits of a request; its address stands above them."""
MOST_ATOMS = 1 << 22
"""Of a stream, that are looked at: a unit that is wrong may ask for 2^30 with each line."""
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Lines:
    """The atoms of lines, one behind the other.

    Attributes:
        addresses: of the atoms, uint64 [atoms].
        lines: the line of each atom.
        words: the word that each atom stands in, of all words, as each line begins with a new one.
        places: of each atom in its word.
        beats: the beat of memory that each atom lies in, of all that the lines touch, line by line.
        beat_addresses: of these beats, uint64 [beats].
        last_atoms: how many atoms the lines have up to each line's end, [lines].
        word_count: of all lines.
        cut: there are more, which nobody looks at.
    """

    addresses: NDArray[np.uint64]
    lines: Numbers
    words: Numbers
    places: Numbers
    beats: Numbers
    beat_addresses: NDArray[np.uint64]
    last_atoms: Numbers
    word_count: int
    cut: bool


def lines_of(tap: Tap, config: HwConfig) -> Lines:
    """What requests ask for."""
    atom, beat = config.atom_bytes, beat_bytes(config)
    atoms_of_beat = beat // atom
    asked = tap.numbers(0, SIZE_BITS).astype(np.int64) + 1
    counts = np.clip(MOST_ATOMS - (np.cumsum(asked) - asked), 0, asked)
    counts = counts[counts > 0]
    firsts = _addresses(tap, next(iter(config.ports.values())).address_bits)[: len(counts)]
    firsts -= firsts % np.uint64(atom)  # as the interface takes it
    numbers, within = _runs(counts)
    addresses = firsts[numbers] + within.astype(np.uint64) * np.uint64(atom)
    words = -(-counts // atoms_of_beat)
    offsets = (firsts % np.uint64(beat)).astype(np.int64) // atom
    touched = (offsets + counts - 1) // atoms_of_beat + 1
    beat_lines, beat_within = _runs(touched)
    starts = firsts - firsts % np.uint64(beat)
    return Lines(
        addresses=addresses,
        lines=numbers,
        words=(np.cumsum(words) - words)[numbers] + within // atoms_of_beat,
        places=within % atoms_of_beat,
        beats=(np.cumsum(touched) - touched)[numbers] + (offsets[numbers] + within) // atoms_of_beat,
        beat_addresses=starts[beat_lines] + beat_within.astype(np.uint64) * np.uint64(beat),
        last_atoms=np.cumsum(counts),
        word_count=int(words.sum()),
        cut=int(counts.sum()) < int(asked.sum()),
    )


def _addresses(tap: Tap, bits: int) -> NDArray[np.uint64]:
    """The addresses of requests."""
    whole = np.zeros((len(tap.payload), np.dtype(np.uint64).itemsize), np.uint8)
    part = tap.bits(SIZE_BITS, bits)
    whole[:, : part.shape[1]] = part
    return whole.view("<u8")[:, 0]


def _runs(counts: Numbers) -> tuple[Numbers, Numbers]:
    """The number of its run for each element of runs of some lengths, and its place in it."""
    numbers = np.repeat(np.arange(len(counts)), counts)
    return numbers, np.arange(len(numbers)) - np.repeat(np.cumsum(counts) - counts, counts)
