"""Writes what a test played as a trace folder, with the answers of the design under test as goldens."""

from __future__ import annotations

from pathlib import Path

from sequences.nvdla.traces.nvdlav1.writer import write_trace
from sequences.traces.goldens import golden_ranges
from tb.environment.env_family import Played


def export_trace(played: Played, folder: Path, title: str) -> None:
    """Write a trace of everything that was played since reset; arguments as of `EnvFamily.export`."""
    goldens = []
    for port, memory in played.memories.items():
        written = [item for item in played.written if item.port == port]
        for address, size_bytes in golden_ranges(written, played.device.memories[port]):
            goldens.append((address, memory.read(address, size_bytes)))
    write_trace(folder, played.commands, goldens, played.device.registers, title)
