"""What is looked at of a memory port: kinds, lengths, addresses, streams, strobes, waits, what is outstanding.

The ports have neither a size nor an error response: there is nothing to cover of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.registers import WORD_BITS
from tb.coverage.bins import OUTSIDE, Ranges, each, names, octaves, ranges
from tb.coverage.covergroup import Coverpoint, CrossOf, cross
from tb.nvdla.coverage.ports.order import Integers
from tb.nvdla.coverage.surfaces import high_bins

READ, WRITE = KINDS = ("read", "write")
"""Moments too: requests of a kind. Each other moment has the name of a coverpoint that is sampled then."""
STROBES, BETWEEN_BEATS = "strobes", "between beats"
CHANNELS = ("aw", "w", "b", "ar", "r")
SMALL_ADDRESS_BITS = 16
MOST_OUTSTANDING = 256
MOST_CYCLES = 1 << 32
CYCLES = ranges(
    [(0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, MOST_CYCLES)],
    ["0", "1", "2", "3-4", "5-8", "9-16", "17 and more"],
)
"""For which a valid waited for its ready."""


Streams = Mapping[str, tuple[str, ...]]
"""The streams of each kind."""


@dataclass(frozen=True, slots=True)
class Requests:
    """Requests of one kind, each with the number of its stream.

    A write's address as it stood on the pins comes with its response.
    """

    kind: int
    streams: Integers
    beats: Integers
    addresses: NDArray[np.uint64]


def port_points(config: HwConfig, port: MemoryPort, streams: Streams, *, several: bool) -> Iterator[Coverpoint]:
    """The coverpoints of a port, whose values are arrays; some only where several units have traffic."""
    boundary, atom_bytes = port.burst_boundary_bytes, config.atom_bytes
    all_streams = sorted({*streams[READ], *streams[WRITE]})
    labels = [np.array([*map(all_streams.index, streams[kind]), OUTSIDE]) for kind in KINDS]

    def low(it: Requests) -> NDArray[np.uint64]:
        return it.addresses % np.uint64(boundary) // np.uint64(atom_bytes)

    yield Coverpoint("kind", names(*KINDS), lambda it: np.full(len(it.streams), it.kind), KINDS)
    yield Coverpoint("length", each(range(1, port.max_burst_beats + 1)), attrgetter("beats"), KINDS)
    yield Coverpoint("stream", names(*all_streams), lambda it: labels[it.kind][it.streams], KINDS)
    yield Coverpoint("address", _address_bins(port.address_bits), attrgetter("addresses"), KINDS)
    for kind, align_bytes in ((READ, port.data_bytes), (WRITE, port.write_align_bytes)):
        places = each(range(0, boundary // atom_bytes, align_bytes // atom_bytes))
        yield Coverpoint(f"{kind} address low", places, low, kind)
    yield _strobes(port.data_bytes // atom_bytes, atom_bytes)
    for kind in KINDS:
        asked = f"{kind}s outstanding"
        yield Coverpoint(asked, octaves(2, MOST_OUTSTANDING), attrgetter("counts"), asked)
    for channel in CHANNELS:
        yield Coverpoint(f"{channel} waits", CYCLES, lambda cycles: cycles, f"{channel} waits")
    if several:
        yield from _of_several(streams, bursts=port.max_burst_beats > 1)


def port_crosses(streams: Streams) -> Iterator[CrossOf]:
    """What is asked for, together."""
    yield cross("kind", "length")
    yield cross("kind", "stream", ignore_bins=lambda kind, name: name not in streams[kind])
    yield cross("kind", "address")
    yield cross("length", "address")


def _of_several(streams: Streams, *, bursts: bool) -> Iterator[Coverpoint]:
    """How several units' traffic stands to each other's."""
    for kind, of_kind in streams.items():
        waiting = each(range(1, len(of_kind) + 1))
        yield Coverpoint(f"streams waiting for {kind}s", waiting, attrgetter("streams"), f"{kind}s outstanding")
    for kind in KINDS:
        answers = f"{kind} answers"
        yield Coverpoint(answers, names("in turn", "overtaken"), attrgetter("overtaken"), answers)
    if bursts:
        going_on = names("the burst goes on", "another stream's beat")
        yield Coverpoint(BETWEEN_BEATS, going_on, lambda others: others, BETWEEN_BEATS)


def _strobes(atoms: int, atom_bytes: int) -> Coverpoint:
    """Which atoms of a beat are written, those that are one part."""
    labels, parts = [], np.full(1 << atoms, OUTSIDE)
    for number, (low, high) in enumerate(combinations_with_replacement(range(atoms), 2)):
        part = f"atom {low}" if low == high else f"atoms {low}-{high}"
        labels.append("whole" if high - low + 1 == atoms else part)
        parts[(1 << high + 1) - (1 << low)] = number

    def part_of(words: NDArray[np.uint64]) -> Integers:
        code = np.zeros(len(words), np.intp)
        for atom in range(atoms):
            word, bit = divmod(atom * atom_bytes, WORD_BITS * 2)
            code |= (words[:, word] >> np.uint64(bit) & np.uint64(1)).astype(np.intp) << atom
        return parts[code]

    return Coverpoint(STROBES, names(*labels), part_of, STROBES)


def _address_bins(bits: int) -> Ranges:
    """By the highest bit, as of surfaces; addresses of few bits apart."""
    high, small = high_bins(bits), (1 << SMALL_ADDRESS_BITS) - 1
    pairs = [(0, small), (small + 1, high.highs[0]), *zip(high.lows[1:], high.highs[1:], strict=True)]
    return ranges(pairs, ["below 64 KiB", *high.labels])
