"""Writes what was recorded as a trace of master (docs/nvdla/traces.md, 'How traces of master are written')."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from models.memory.sparse import Bytes
from models.nvdla.config import HwConfig
from sequences.nvdla.traces.master.arguments import CRC_ALIGNMENT
from sequences.nvdla.traces.master.names import MEMORIES, UNKNOWN
from sequences.nvdla.traces.master.play.crc import crc_of
from sequences.nvdla.traces.master.program import Program
from sequences.recording import Recorded, RecordedLoad, RecordedRead, RecordedWrite

MEMORY_OF_PORT = {port: name for name, port in MEMORIES.items() if name != UNKNOWN}
BYTES_AN_ENTRY = 32
Golden = tuple[str, int, Bytes]
"""Port, address and bytes."""


def write_master_trace(
    folder: Path, commands: Sequence[Recorded], goldens: Iterable[Golden], config: HwConfig, title: str
) -> None:
    """Write a trace folder: data files, and at last the ``.cfg``, without which it is no trace.

    Args:
        folder: made if it is not there; files of its own names are replaced.
        commands: what was done, from reset on.
        goldens: what memory held at the end, to be compared.
        config: the hardware configuration.
        title: what the trace is, one line.

    Raises:
        UnwritableError: the dialect cannot say what was done.
    """
    folder.mkdir(parents=True, exist_ok=True)
    commands_file = folder / f"{folder.name}.cfg"
    commands_file.unlink(missing_ok=True)
    program, loads = Program(config, commands), 0
    for command in commands:
        match command:
            case RecordedLoad():
                name = f"load_{loads:03}.dat"
                loads += 1
                _write_data(folder / name, [(0, command.data)])
                program.load(f'{MEMORY_OF_PORT[command.port]}, {command.address:#x}, "{name}"')
            case RecordedRead():
                program.read(command)
            case RecordedWrite():
                program.write(command)
    done = program.end()
    checks = [line for number, golden in enumerate(goldens) for line in _checks(folder, f"{number:03}", golden, done)]
    lines = [f"// {title}, {config.name}", *program.lines, *(checks or [f"check_nothing({done});"])]
    beside = folder / f"{commands_file.name}.part"
    beside.write_text("\n".join(lines) + "\n")
    beside.replace(commands_file)


def _checks(folder: Path, number: str, golden: Golden, done: str) -> Iterator[str]:
    """What compares a golden: the CRC of its whole words, and the bytes beside them, which are few, with a file."""
    port, address, data = golden
    memory, head = MEMORY_OF_PORT[port], min(-address % CRC_ALIGNMENT, len(data))
    size_bytes = (len(data) - head) // CRC_ALIGNMENT * CRC_ALIGNMENT
    if size_bytes:
        crc = crc_of(data[head : head + size_bytes])
        yield f"check_crc({done}, {memory}, {address + head:#x}, {size_bytes:#x}, {crc:#x});"
    if size_bytes < len(data):
        name = f"golden_{number}.dat"
        _write_data(folder / name, [(0, data[:head]), (head + size_bytes, data[head + size_bytes :])])
        yield f'check_file({done}, {memory}, {address:#x}, {len(data):#x}, "{name}");'


def _write_data(path: Path, pieces: Iterable[tuple[int, Bytes]]) -> None:
    """A data file of pieces, an offset and bytes each."""
    rows = [
        (offset + start, data[start : start + BYTES_AN_ENTRY])
        for offset, data in pieces
        for start in range(0, len(data), BYTES_AN_ENTRY)
    ]
    lines = [f"{{offset:{offset:#x}, size:{len(row)}, payload:{_bytes(row)}}}" for offset, row in rows]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def _bytes(row: Bytes) -> str:
    return " ".join(f"{byte:#04x}" for byte in row.tolist())
