"""Writes what was recorded as a trace's folder (docs/traces.md, 'What is written')."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sequences.recording import Recorded, RecordedLoad, RecordedPoll, RecordedWait, RecordedWrite
from sequences.traces.txn.reader import COMMANDS_FILE
from sequences.traces.txn.space import TraceSpace

BYTES_A_LINE = 32
Golden = tuple[int, NDArray[np.uint8]]  # address and bytes


def write_trace(
    folder: Path, commands: Iterable[Recorded], goldens: Iterable[Golden], space: TraceSpace, title: str
) -> None:
    """Write a trace folder: what is loaded, the goldens, and at last ``input.txn``, without which it is no trace.

    Args:
        folder: made if it is not there; files of its own names are replaced.
        commands: what was done, from reset on; reads are left out, since what they give depends on time. A family makes
            polls of those that are to be waited for.
        goldens: what memory held at the end, to be compared.
        space: what commands reach.
        title: what the trace is, one line.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / COMMANDS_FILE).unlink(missing_ok=True)
    lines = [f"# {title}"]
    loads = 0
    for command in commands:
        if isinstance(command, RecordedLoad):
            name = f"load_{loads:03}.dat"
            loads += 1
            _write_data(folder / name, command.data)
            lines.append(f"load_mem {command.address:#x} {len(command.data):#x} {name}")
        else:
            lines += _line(command, space)
    for number, (address, data) in enumerate(goldens):
        name = f"golden_{number:03}.dat"
        _write_data(folder / name, data)
        lines.append(f"dump_mem {address:#x} {len(data):#x} {name}")
    beside = folder / f"{COMMANDS_FILE}.part"
    beside.write_text("\n".join(lines) + "\n")
    beside.replace(folder / COMMANDS_FILE)


def _line(command: Recorded, space: TraceSpace) -> Iterator[str]:
    """The line of a command; none for a read."""
    match command:
        case RecordedWait():
            yield "wait"
        case RecordedWrite():
            yield f"write_reg {space.word(command.address)} {command.data:#x} #{_name(command.address, space)}"
        case RecordedPoll():
            wanted = f"{command.mask:#010x} {command.data & command.mask:#010x}"
            yield f"read_reg {space.word(command.address)} {wanted} #{_name(command.address, space)}"


def _name(address: int, space: TraceSpace) -> str:
    register = space.registers.at(address)
    return register.full_name if register else "unmapped"


def _write_data(path: Path, data: NDArray[np.uint8]) -> None:
    """Bytes as text, lowest address first."""
    rows = (data[start : start + BYTES_A_LINE] for start in range(0, len(data), BYTES_A_LINE))
    path.write_text("".join(" ".join(f"{byte:#04x}" for byte in row.tolist()) + "\n" for row in rows))
