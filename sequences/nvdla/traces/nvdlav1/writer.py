"""Writes recorded layers as a folder that any nvdlav1 player accepts (docs/nvdla/traces.md, 'What is written').

Register reads depend on time, except the interrupt status: a read of it becomes a poll for the bits that were seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.registers import WORD_BYTES, RegisterMap
from sequences.nvdla.traces.nvdlav1.reader import COMMANDS_FILE, REGISTER_SPACE
from sequences.recording import Recorded, RecordedLoad, RecordedRead, RecordedWait, RecordedWrite

BYTES_A_LINE = 32
Golden = tuple[int, NDArray[np.uint8]]  # address and bytes


def write_trace(
    folder: Path, commands: Sequence[Recorded], goldens: Sequence[Golden], registers: RegisterMap, title: str
) -> None:
    """Write a trace folder: what is loaded, the goldens, and at last ``input.txn``, without which it is no trace.

    Args:
        folder: made if it is not there; files of its own names are replaced.
        commands: what was done, from reset on.
        goldens: what memory held at the end, to be compared.
        registers: the register description, for the comments.
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
            lines += _line(command, registers)
    for number, (address, data) in enumerate(goldens):
        name = f"golden_{number:03}.dat"
        _write_data(folder / name, data)
        lines.append(f"dump_mem {address:#x} {len(data):#x} {name}")
    beside = folder / f"{COMMANDS_FILE}.part"
    beside.write_text("\n".join(lines) + "\n")
    beside.replace(folder / COMMANDS_FILE)


def _line(command: RecordedWrite | RecordedRead | RecordedWait, registers: RegisterMap) -> Iterator[str]:
    """The line of a command; none for a read whose value depends on time."""
    if isinstance(command, RecordedWait):
        yield "wait"
        return
    register = registers.at(command.address)
    name = register.full_name if register else "unmapped"
    word = f"{REGISTER_SPACE | command.address // WORD_BYTES:#010x}"
    if isinstance(command, RecordedWrite):
        yield f"write_reg {word} {command.data:#x} #{name}"
    elif register is registers.GLB.S_INTR_STATUS and command.data:
        yield f"read_reg {word} {command.data:#010x} {command.data:#010x} #{name}"


def _write_data(path: Path, data: NDArray[np.uint8]) -> None:
    """Bytes as text, lowest address first."""
    rows = (data[start : start + BYTES_A_LINE] for start in range(0, len(data), BYTES_A_LINE))
    path.write_text("".join(" ".join(f"{byte:#04x}" for byte in row.tolist()) + "\n" for row in rows))
