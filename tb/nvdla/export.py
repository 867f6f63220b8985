"""Writes what a test played as a trace folder, with the answers of the design under test as goldens."""

from __future__ import annotations

from pathlib import Path

from sequences.nvdla.traces.nvdlav1.writer import write_trace
from sequences.nvdla.traces.play.goldens import golden_ranges
from sequences.recording import RecordingHost
from tb.nvdla.env import NvdlaEnv


def export_trace(env: NvdlaEnv, recorder: RecordingHost, folder: Path, title: str) -> None:
    """Write a trace of everything that was played since reset.

    Args:
        env: the environment, at rest.
        recorder: what was played.
        folder: the trace's folder.
        title: one line about it.
    """
    goldens = []
    for port, memory in env.memories.items():
        written = [item for item in env.checker.written if item.port == port]
        for address, size_bytes in golden_ranges(written, env.device.memories[port]):
            goldens.append((address, memory.read(address, size_bytes)))
    write_trace(folder, recorder.commands, goldens, env.device.registers, title)
