"""What messages say of goldens that are not met."""

from __future__ import annotations

import numpy as np

from models.memory.sparse import Bytes
from models.registers import RegisterMap
from sequences.printable import printable
from sequences.traces.commands import ReadRegister


def register_mismatch(registers: RegisterMap, command: ReadRegister, value: int) -> str:
    """What a register reads and what it should, field by field where fields can be told.

    Args:
        registers: the register description.
        command: the read, which is not satisfied.
        value: what it gave.
    """
    register = registers.at(command.address)
    name = register.full_name if register else "no register"
    text = (
        f"{name} ({command.address:#x}) reads {value:#010x}, "
        f"expected value & {command.mask:#010x} {command.compare} {command.expected:#010x}"
    )
    if register is None or command.compare != "==":
        return text
    differ = (value ^ command.expected) & command.mask
    fields = [item for item in register.fields.values() if item.mask & differ]
    details = [f"{f.name} is {f.label(f.get(value))}, not {f.label(f.get(command.expected))}" for f in fields]
    return f"{text} ({', '.join(details)})" if details else text


def memory_mismatch(port: str, address: int, got: Bytes, expected: Bytes, file: str) -> str:
    """The first byte of memory that is not as in a file, and how many are not; empty if all are.

    Args:
        port: the memory's.
        address: of the first byte.
        got: what memory holds, uint8 [bytes].
        expected: what it should hold, of the same shape.
        file: name of the file that says so.
    """
    wrong = np.flatnonzero(got != expected)
    if not wrong.size:
        return ""
    first = int(wrong[0])
    return (
        f"{port} {address + first:#x}: expected {expected[first]:#04x}, got {got[first]:#04x}; "
        f"{wrong.size} of {len(got)} bytes differ from {printable(file)}"
    )
