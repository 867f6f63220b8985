"""Writes what a test played as a trace folder, with the answers of the design under test as goldens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from models.memory.sparse import Bytes
from sequences.recording import Recorded
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.space import TraceSpace
from sequences.traces.txn.writer import write_trace
from tb.environment.env_family import Played


def goldens_of(played: Played) -> Iterator[tuple[str, int, Bytes]]:
    """What the design's memory holds where layers wrote and the reference knows it: port, address and bytes."""
    for port, memory in played.memories.items():
        written = [item for item in played.written if item.port == port]
        for address, size_bytes in golden_ranges(written, played.device.memories[port]):
            yield port, address, memory.read(address, size_bytes)


def export_trace(played: Played, commands: Iterable[Recorded], space: TraceSpace, folder: Path, title: str) -> None:
    """Write a trace of everything that was played since reset.

    Args:
        played: the test.
        commands: what its stimulus did, with polls in place of the reads that are to be waited for.
        space: what commands reach.
        folder: the trace's folder.
        title: one line about it.
    """
    goldens = [(address, data) for _, address, data in goldens_of(played)]
    write_trace(folder, commands, goldens, space, title)
