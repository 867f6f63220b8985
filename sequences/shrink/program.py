"""A program of layers as data: what a reference device saw being played, free of who played it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.memory.footprint import Footprint
from models.memory.sparse import SparseMemory


@dataclass(frozen=True, slots=True)
class Data:
    """Bytes in a memory.

    Attributes:
        port: name of its memory port.
        address: of the first of them.
        data: the bytes.
    """

    port: str
    address: int
    data: bytes

    @property
    def end(self) -> int:
        """The address behind them."""
        return self.address + len(self.data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Layers that start together, such as those that hand their results to each other.

    Attributes:
        layers: their descriptors, each before those that take its result.
        data: what is in memory where they read; where nothing is said it is 0.
        begins: whether a new play begins with it, once all before it is done.
    """

    layers: tuple[object, ...]
    data: tuple[Data, ...] = ()
    begins: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What is played, from reset on.

    Attributes:
        steps: in an order in which they could also run one by one.
        announces: names of the rules that it means to break.
        way: how the family's driver goes about it, by the family's name for it; empty: plainly.
        profile: how all memories answer, by name; empty: as the test says.
    """

    steps: tuple[Step, ...]
    announces: tuple[str, ...] = ()
    way: str = ""
    profile: str = ""

    @property
    def plays(self) -> list[list[Step]]:
        """Its steps, play by play."""
        plays: list[list[Step]] = []
        for step in self.steps:
            if step.begins or not plays:
                plays.append([])
            plays[-1].append(step)
        return plays

    def with_step(self, number: int, step: Step) -> Program:
        """The same with another step in one's place."""
        return replace(self, steps=(*self.steps[:number], step, *self.steps[number + 1 :]))


class ClashError(ValueError):
    """Two layers of one play read different bytes at one place."""


def memory_of(data: Iterable[Data]) -> dict[str, SparseMemory]:
    """Memories that hold some bytes, by port."""
    memories: dict[str, SparseMemory] = {}
    for item in data:
        memories.setdefault(item.port, SparseMemory()).write(item.address, item.data)
    return memories


def data_at(memories: dict[str, SparseMemory], footprints: Iterable[Footprint]) -> tuple[Data, ...]:
    """What memories hold where layers read, neighbours put together; a byte of which nothing is known is 0."""
    found = {port: SparseMemory() for port in sorted({where.port for where in footprints})}
    for where in footprints:
        memory = memories.get(where.port, SparseMemory())
        data, known = memory.read_chunks(where.addresses, where.chunk_bytes)
        found[where.port].write_chunks(where.addresses, np.where(known, data, 0).astype(np.uint8))
    return tuple(item for port, memory in found.items() for item in _runs(port, memory))


def loads_of(play: Sequence[tuple[Step, Sequence[Footprint], Sequence[Footprint]]]) -> tuple[Data, ...]:
    """What is loaded before a play: all that its layers read and no earlier one of them writes.

    Args:
        play: its steps, each with what it reads and what it writes.

    Raises:
        ClashError: two layers read different bytes at one place.
    """
    loaded: dict[str, SparseMemory] = {}
    written: dict[str, SparseMemory] = {}
    for step, reads, writes in play:
        own = memory_of(step.data)
        for where in reads:
            data, known = own.get(where.port, SparseMemory()).read_chunks(where.addresses, where.chunk_bytes)
            wanted = np.where(known, data, 0).astype(np.uint8)
            before = written.setdefault(where.port, SparseMemory())
            needed = ~before.read_chunks(where.addresses, where.chunk_bytes)[1]
            memory = loaded.setdefault(where.port, SparseMemory())
            there, is_there = memory.read_chunks(where.addresses, where.chunk_bytes)
            if (needed & is_there & (there != wanted)).any():
                raise ClashError(f"{where.label}: another layer reads other bytes there")
            memory.write_chunks(where.addresses, np.where(needed, wanted, there), needed | is_there)
        for where in writes:
            mark = np.ones((len(where.addresses), where.chunk_bytes), np.uint8)
            written.setdefault(where.port, SparseMemory()).write_chunks(where.addresses, mark)
    return tuple(item for port, memory in sorted(loaded.items()) for item in _runs(port, memory))


def _runs(port: str, memory: SparseMemory) -> Iterator[Data]:
    """The bytes that a memory knows, in runs, lowest first."""
    begin, kept = 0, b""
    for address, data, known in memory.pages():
        for first, last in _stretches(known):
            if kept and begin + len(kept) == address + first:
                kept += data[first:last].tobytes()
                continue
            if kept:
                yield Data(port, begin, kept)
            begin, kept = address + first, data[first:last].tobytes()
    if kept:
        yield Data(port, begin, kept)


def _stretches(known: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Where flags are set, from the first to behind the last of each run."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], known, [False])).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
