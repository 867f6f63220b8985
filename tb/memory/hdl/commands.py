"""What Python tells an HDL memory: a file of commands, which the memory reads when their number changes."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

import numpy as np

from models.memory.ports import MemoryPort
from models.memory.sparse import PAGE_BYTES, Bytes
from tb.memory.hdl.pins import HdlMemoryPins
from tb.memory.profile import STALLS, MemoryProfile, Stall, WriteOrder

_WORD_BITS = 32
_HIGHEST = (1 << _WORD_BITS) - 1
_WRITE_ORDERS = (WriteOrder.ANY, WriteOrder.ADDRESS_FIRST, WriteOrder.DATA_FIRST, WriteOrder.MIXED)


class Command(IntEnum):
    """The commands, by their numbers in hdl/rtl/axi_memory_pkg.sv."""

    END = 0
    CONFIGURE = 1
    SEED = 2
    CLEAR = 3
    HOLD = 4
    LOAD = 5
    LOAD_PART = 6
    ERRORS = 7


class HdlCommands:
    """Gives commands to one memory; they take effect in the time step in which they are given.

    Args:
        pins: the memory's signals.
        port: the port that it serves.
    """

    def __init__(self, pins: HdlMemoryPins, port: MemoryPort) -> None:
        self._pins = pins
        self._data_bytes = port.data_bytes
        self._file = Path(f"{pins.name}_commands.bin").open("wb")  # noqa: SIM115 - open as long as the memory is used
        self._position = 0
        self._given = self._carried_out()

    def configure(self, profile: MemoryProfile, orphan_limit_cycles: int) -> None:
        """Set the knobs of the timing, and how long write data may wait for their request to be offered."""
        self._give(Command.CONFIGURE, *knob_words(profile), orphan_limit_cycles)

    def errors(self, profile: MemoryProfile) -> None:
        """Set what is answered with an error."""
        self._give(Command.ERRORS, *error_words(profile))

    def seed(self, seed: int) -> None:
        """Draw from this seed, 32 bits, from the next reset on."""
        self._give(Command.SEED, seed)

    def clear(self, *, zeroed: bool = False) -> None:
        """Forget every byte: from now on it reads as 0, or as the pattern of what was never written."""
        self._give(Command.CLEAR, int(zeroed))

    def hold(self, *, holding: bool) -> None:
        """Withhold write responses, or give them again."""
        self._give(Command.HOLD, int(holding))

    def load(self, address: int, data: Bytes) -> None:
        """Store consecutive bytes."""
        self._give(Command.END, content=b"".join(load_commands(address, data, self._data_bytes)))

    def _give(self, command: Command, *words: int, content: bytes = b"") -> None:
        if self._carried_out() == self._given:
            self._position = 0
        self._file.seek(self._position)
        record = content or _words(command, *words)
        self._file.write(record + _words(Command.END))
        self._file.flush()
        self._position += len(record)
        self._given += 1
        self._pins.commands.value = self._given

    def _carried_out(self) -> int:
        done = self._pins.done.value
        return int(done) if done.is_resolvable else 0


def knob_words(profile: MemoryProfile) -> Iterator[int]:
    """The words behind CONFIGURE but the last, in the order of the knobs in hdl/rtl/axi_memory_pkg.sv."""
    yield from (*profile.read_latency, *profile.response_latency)
    for name in STALLS:
        stall: Stall = getattr(profile, name)
        yield from (_threshold(stall.probability), *stall.cycles)
    yield from map(_threshold, (profile.read_reorder, profile.read_interleave, profile.response_reorder))
    yield _WRITE_ORDERS.index(profile.write_order)
    yield profile.order_patience
    yield sum(1 << axi_id for axi_id in profile.late_ids)
    yield profile.late_cycles


def error_words(profile: MemoryProfile) -> Iterator[int]:
    """The words behind ERRORS: a probability, how many ranges, of each its first and last address and its answer."""
    yield _threshold(profile.error_rate)
    yield len(profile.error_ranges)
    for item in profile.error_ranges:
        yield from (*_split(item.first), *_split(item.limit - 1), item.response)


def load_commands(address: int, data: Bytes, beat_bytes: int) -> Iterator[bytes]:
    """The commands that store consecutive bytes: one for each page's whole beats, and one for each beat in part."""
    start = 0
    while start < len(data):
        here = address + start
        whole = min(len(data) - start, PAGE_BYTES - here % PAGE_BYTES) // beat_bytes
        if here % beat_bytes or not whole:
            stop = min(len(data), start + beat_bytes - here % beat_bytes)
            yield _load_part(here, data[start:stop], beat_bytes)
        else:
            stop = start + whole * beat_bytes
            beats = data[start:stop].reshape(-1, beat_bytes)[:, ::-1]  # a file holds a word's highest byte first
            yield _words(Command.LOAD, *_split(here), whole) + beats.tobytes()
        start = stop


def _load_part(address: int, data: Bytes, beat_bytes: int) -> bytes:
    offset = address % beat_bytes
    beat = np.zeros(beat_bytes, np.uint8)
    beat[offset : offset + len(data)] = data
    strobe = ((1 << len(data)) - 1) << offset
    masks = [strobe >> start & _HIGHEST for start in range(0, beat_bytes, _WORD_BITS)]
    return _words(Command.LOAD_PART, *_split(address - offset), *masks) + beat[::-1].tobytes()


def _threshold(probability: float) -> int:
    """A probability as a fraction of 2^32."""
    return min(_HIGHEST, round(probability * (_HIGHEST + 1)))


def _split(address: int) -> tuple[int, int]:
    return address >> _WORD_BITS, address & _HIGHEST


def _words(*values: int) -> bytes:
    return np.array(values, ">u4").tobytes()
