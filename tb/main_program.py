"""What our main program (tb/runner/simulators/verilator/main) offers beside cocotb: Verilator alone has it."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path


def has_main_program() -> bool:
    """Whether this simulation runs under it."""
    return hasattr(_program(), "npuvm_start_clock")


def start_clock(pin: str, delay_steps: int, half_period_steps: int) -> bool:
    """Toggle an input of the top level after a delay and then every half period, in the simulator's time steps.

    Returns:
        False if the top level has no such input of one bit: nothing was done.
    """
    return bool(_program().npuvm_start_clock(pin.encode(), delay_steps, half_period_steps))


def stop_clock(pin: str) -> None:
    """Leave a pin at its level."""
    _program().npuvm_stop_clock(pin.encode())


class DesignLog:
    """A log that a design writes and our main program keeps in memory.

    Args:
        name: what the design calls it.
    """

    def __init__(self, name: str) -> None:
        self._name, self._size = name.encode(), ctypes.c_size_t()

    def take(self) -> bytes:
        """What the design has written since the last call."""
        content = _program().npuvm_take_log(self._name, ctypes.byref(self._size))
        return ctypes.string_at(content, self._size.value) if self._size.value else b""


def counts_code() -> bool:
    """Whether the design was built to count which of its code is reached."""
    return hasattr(_program(), "npuvm_take_coverage")


def take_coverage(path: Path) -> None:
    """Write how often each point of the design's code was reached since the last call, as Verilator writes it.

    Raises:
        OSError: the file cannot be written; Verilator would end the simulation.
    """
    path.write_bytes(b"")
    _program().npuvm_take_coverage(str(path).encode())


@cache
def _program() -> ctypes.CDLL:
    program = ctypes.CDLL(None)
    if hasattr(program, "npuvm_start_clock"):
        program.npuvm_start_clock.argtypes = [ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
        program.npuvm_stop_clock.argtypes = [ctypes.c_char_p]
        program.npuvm_stop_clock.restype = None
        program.npuvm_take_log.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
        program.npuvm_take_log.restype = ctypes.c_void_p
    return program
