"""The log in which an HDL memory writes down what its port does, and the formats of its records.

The HDL side is hdl/rtl/axi_memory_log.sv. Both live in one process: on Verilator the log stays in memory; on Icarus it
is a file for each channel, and Python empties the simulator's output buffers whenever it wants to look and cuts off
what it has read. What the pins do wrong, which is little, is a file on both.
"""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from models.memory.signals import CHANNEL_PAYLOADS
from tb.main_program import DesignLog, has_main_program
from tb.memory.pins.required import field_bits

Records = NDArray[np.void]

_libc = ctypes.CDLL(None, use_errno=True)
_WORD_BITS = 64
_BYTE = 8
_NOT_REDUCED = ("size", "burst", "lock", "resp")
_LOGGED_LAST = ("lock", "burst", "size")
"""Behind the other fields of a request, a byte each."""


class PinFault(IntEnum):
    """What a record of the file of faults is about."""

    CHANGED = 0
    DROPPED = 1
    UNKNOWN_VALID = 2
    UNKNOWN_READY = 3
    UNKNOWN_PAYLOAD = 4
    ORPHAN = 5
    FULL = 6


@dataclass(frozen=True, slots=True)
class LogPiece:
    """What was logged since the last look: arrays of records, each channel's in the order of time.

    Attributes:
        channels: the transfers of each channel, by its name on the pins.
        faults: what was wrong on the pins.
    """

    channels: dict[str, Records]
    faults: Records

    def __len__(self) -> int:
        return sum(map(len, self.channels.values())) + len(self.faults)


def record_formats(port: MemoryPort) -> dict[str, np.dtype[np.void]]:
    """The record of each channel: `time_ps`, then what the pins showed; unknown bits are 0.

    Fields: `axi_id`; of requests `length` (beats less one) and `address`; of data `last`, `data` (uint8, byte 0 first)
    and for writes `strobe` (uint64 words, a bit a byte). `waited`: cycles that its valid had waited for ready. `resp`
    of answers. On ports that are not reduced requests have `size`, `burst` and `lock` too, and `outcome`: how the
    memory will answer, known only of writes.
    """
    time: list[tuple[Any, ...]] = [("time_ps", "<u8")]
    request = [*time, ("axi_id", "<u2"), ("length", "<u2"), ("waited", "<u4"), ("address", "<u8")]
    if not port.signals.reduced:
        request += [(name, "u1") for name in ("size", "burst", "lock", "outcome")]
    data = ("data", "u1", (port.data_bytes,))
    strobe = ("strobe", "<u8", (-(-port.data_bytes // _WORD_BITS),))
    return {
        "aw": np.dtype(request),
        "w": np.dtype([*time, ("last", "<u4"), ("waited", "<u4"), strobe, data]),
        "b": np.dtype([*time, ("axi_id", "<u2"), ("resp", "u1"), ("spare", "u1"), ("waited", "<u4")]),
        "ar": np.dtype(request),
        "r": np.dtype([*time, ("axi_id", "<u2"), ("last", "u1"), ("resp", "u1"), ("waited", "<u4"), data]),
    }


def logged_payload(port: MemoryPort, channel: str) -> dict[str, int]:
    """The fields of a channel's payload in the file of faults, the one in the highest bits first, and their widths.

    What a port lacks is held at its value there, at least a bit; reduced ports have nothing that no such port has.
    """
    fields = [field for field in CHANNEL_PAYLOADS[channel] if not (port.signals.reduced and field in _NOT_REDUCED)]
    fields = [field for field in fields if field not in _LOGGED_LAST] + [x for x in _LOGGED_LAST if x in fields]
    return {field: _BYTE if field in _LOGGED_LAST else max(1, field_bits(port, field)) for field in fields}


def column(records: Records, name: str) -> NDArray[Any]:
    """One field of records, value behind value: for several looks at it that is much faster than in the records."""
    return np.ascontiguousarray(records[name])


def fault_format(port: MemoryPort) -> np.dtype[np.void]:
    """The record of a fault: `kind` (PinFault), `channel` (its index among the channels), payloads as bits.

    `before` and `now` are payloads, uint8 with the lowest bits first; `before_unknown` and `now_unknown` say which of
    their bits are unknown.
    """
    request = logged_payload(port, "aw")
    words = -(-(9 * port.data_bytes + 1 + request["id"] + sum(request.values())) // _WORD_BITS)
    payloads = [(name, "u1", (8 * words,)) for name in ("before", "before_unknown", "now", "now_unknown")]
    head = [("time_ps", "<u8"), ("kind", "<u2"), ("channel", "<u2"), ("spare", "<u4")]
    return np.dtype([*head, *payloads])


class PortLog:
    """The log of one port.

    Args:
        name: what the names of its parts begin with.
        port: the port.
    """

    def __init__(self, name: str, port: MemoryPort) -> None:
        self._formats = record_formats(port)
        self._fault_format = fault_format(port)
        kind = DesignLog if has_main_program() else _LogFile
        self._channels = {channel: kind(f"{name}_{channel}") for channel in CHANNEL_PAYLOADS}
        self._faults = _LogFile(f"{name}_wrong")
        self._nothing = self._piece(dict.fromkeys(self._channels, b""), b"")
        self.read()  # what an earlier test has left

    def read(self) -> LogPiece:
        """Everything that was logged since the last call."""
        if _libc.fflush(None):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))  # the simulator itself passes over it
        channels, faults = {name: log.take() for name, log in self._channels.items()}, self._faults.take()
        # nine times in ten there is nothing, and every register access asks
        return self._piece(channels, faults) if faults or any(channels.values()) else self._nothing

    def _piece(self, channels: dict[str, bytes], faults: bytes) -> LogPiece:
        records = {name: np.frombuffer(content, self._formats[name]) for name, content in channels.items()}
        return LogPiece(records, np.frombuffer(faults, self._fault_format))


class _LogFile:
    """A file in the simulation's working directory, which the design appends to."""

    def __init__(self, name: str) -> None:
        self._file = os.open(f"{name}.bin", os.O_RDWR | os.O_CREAT)

    def take(self) -> bytes:
        """What is new; it is cut off."""
        size = os.lseek(self._file, 0, os.SEEK_END)
        if size == 0:
            return b""
        content = os.pread(self._file, size, 0)
        os.ftruncate(self._file, 0)
        return content

    def __del__(self) -> None:
        os.close(self._file)
