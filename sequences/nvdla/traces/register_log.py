"""Register logs as traces: what a kernel driver or a virtual platform wrote down of its accesses.

Each access is a line, whatever else stands on it: a word that says which way (`WRITES`, `READS`), then the byte address
and the value as hexadecimal numbers. A line with an interrupt's word (`INTERRUPTS`) and without such numbers waits for
the pin. Other lines are taken for messages. What memory holds first comes in files beside, ``0x<address>.bin``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

from models.registers import WORD_BYTES
from sequences.traces.commands import Command, LoadMemory, ReadRegister, Trace, WaitInterrupt, WriteRegister
from sequences.traces.limits import COMMANDS, LOADS
from sequences.traces.source import Location, TraceFiles
from sequences.traces.txn.reader import WORD_BITS
from sequences.traces.txn.space import TraceSpace

LOG_FILE = "registers.log"
WRITES, READS = ("w", "wr", "write", "reg_write", "regwrite"), ("r", "rd", "read", "reg_read", "regread")
INTERRUPTS = ("irq", "intr", "interrupt", "isr")
FORM = "lines such as 'write 0x5004 0x1', 'read 0x500c 0x100', 'interrupt'"
_WORD = re.compile(r"0[xX][0-9a-fA-F]+|[A-Za-z_]+")
POLLED = ("GLB.S_INTR_STATUS", "CDMA.S_CBUF_FLUSH_STATUS")
"""Registers that are read until they say what the log says; what others give the device judges."""


def read_register_log(folder: Path, space: TraceSpace) -> Trace:
    """Read a log and the memory beside it.

    Args:
        folder: where it lies.
        space: what it may reach.

    Raises:
        TraceError: the first thing that is wrong with it.
    """
    path, files = folder / LOG_FILE, TraceFiles(folder)
    accesses: list[Command] = []
    for number, text in enumerate(files.lines(path), 1):
        location = Location(path, number)
        location.need_at_most(COMMANDS, len(accesses) + 1, "commands")
        accesses += _access(location, text, space)
    if not accesses:
        Location(path).fail("no access in it", FORM)
    return Trace(folder, LOG_FILE, (*_memory(folder, files, space), *_without_repeats(accesses)))


def _access(location: Location, text: str, space: TraceSpace) -> Iterator[Command]:
    words = [word.lower() for word in _WORD.findall(text)]
    numbers = [word for word in words if word.startswith("0x")]
    names = [word for word in words if not word.startswith("0x")]
    way = next((name for name in names if name in (*WRITES, *READS)), None)
    if way is None:
        if not numbers and any(name in INTERRUPTS for name in names):
            yield WaitInterrupt(location.line)
        return
    if len(numbers) != len(("address", "value")):
        location.fail(f"{way} with {len(numbers)} number(s)", "an address and a value, each 0x and hexadecimal digits")
    address, value = (
        location.number(number, what, WORD_BITS) for number, what in zip(numbers, ("address", "value"), strict=True)
    )
    if address % WORD_BYTES or address >> space.word_bits >= WORD_BYTES:
        location.fail(f"address {address:#x}", f"a multiple of {WORD_BYTES} of {space.word_bits + 2} bits")
    if way in WRITES:
        yield WriteRegister(location.line, address, value)
        return
    register = space.registers.at(address)
    mask = value if register is not None and register.full_name in POLLED else 0
    yield ReadRegister(location.line, address, mask, "==", value & mask)


def _without_repeats(accesses: list[Command]) -> Iterator[Command]:
    """A register that is read again and again is read until it says what it said last."""
    for _, group in groupby(accesses, lambda item: (type(item), getattr(item, "address", None))):
        same = list(group)
        yield from same[-1:] if isinstance(same[-1], ReadRegister) else same


def _memory(folder: Path, files: TraceFiles, space: TraceSpace) -> Iterator[LoadMemory]:
    found = sorted(folder.glob("0x*.bin"))
    Location(folder / LOG_FILE).need_at_most(LOADS, len(found), "files of memory")
    for path in found:
        location = Location(path)
        address = location.number(path.stem, "address", 64)
        port = space.port_at(address)
        data = np.frombuffer(files.data_file(location, path.name).read_bytes(), np.uint8)
        if port is None or not len(data) or address + len(data) > port.limit:
            ports = " or ".join(f"{item.base:#x} to {item.limit - 1:#x} ({item.name})" for item in space.ports.values())
            location.fail(f"{len(data)} bytes at {address:#x}", ports)
        yield LoadMemory(0, port.name, address, data, path.name)
