"""Which read data a memory gives next."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from models.memory.sparse import SparseMemory
from tb.memory.axi import Response
from tb.memory.pins.outstanding import Burst
from tb.memory.profile import MemoryProfile
from tb.memory.python.answer import answer_to
from tb.memory.python.dice import MemoryDice
from tb.memory.uninitialised import read_memory


@dataclass(slots=True, eq=False)
class _PendingRead:
    number: int
    ready_cycle: int
    burst: Burst
    answer: Response
    given: int = 0


@dataclass(slots=True)
class ReadBeat:
    """A beat for the read data channel."""

    axi_id: int
    last: bool
    data: bytes
    response: Response


class ReadServer:
    """Reads that wait for their data: in request order within an id, as the profile says between ids.

    A beat carries what the memory holds when the beat is put on the pins: never before its request was accepted, so it
    contains every write whose response the master had seen by then. Lanes on which it does not move are 0.
    """

    def __init__(self, memory: SparseMemory, profile: MemoryProfile, dice: MemoryDice, data_bytes: int) -> None:
        self._memory = memory
        self._profile = profile
        self._dice = dice
        self._data_bytes = data_bytes
        self._queues: dict[int, deque[_PendingRead]] = {}
        self._current: _PendingRead | None = None
        self._count = 0

    @property
    def pending(self) -> bool:
        """Whether any data are owed."""
        return bool(self._queues)

    def add(self, burst: Burst, cycle: int) -> None:
        """A read request was accepted in this cycle."""
        ready_cycle = cycle + self._dice.between(self._profile.read_latency) + self._profile.late(burst.axi_id)
        read = _PendingRead(self._count, ready_cycle, burst, answer_to(burst, self._profile, self._data_bytes))
        self._count += 1
        self._queues.setdefault(burst.axi_id, deque()).append(read)

    def next_beat(self, cycle: int) -> ReadBeat | None:
        """The beat to give in the next cycle, taken out; None while nothing is ready."""
        read = self._choose(cycle)
        if read is None:
            return None
        index, burst = read.given, read.burst
        read.given += 1
        last = read.given == burst.beats
        self._current = None if last else read
        if last:
            self._retire(read)
        response = read.answer
        if response is Response.OKAY and self._dice.chance(self._profile.error_rate):
            response = Response.SLVERR
        data = self._data(burst, index) if response is Response.OKAY else bytes(self._data_bytes)
        return ReadBeat(burst.axi_id, last, data, response)

    def _data(self, burst: Burst, index: int) -> bytes:
        """What a beat carries."""
        address, size = burst.beat_address(index, self._data_bytes), self._data_bytes
        data = read_memory(self._memory, address, size).tobytes()
        if burst.shape.whole:
            return data
        lanes = burst.lanes(index, size)
        return data[lanes.start : lanes.stop].rjust(lanes.stop, b"\0").ljust(size, b"\0")

    def _choose(self, cycle: int) -> _PendingRead | None:
        heads = [queue[0] for queue in self._queues.values()]
        if self._current is not None:
            others = [head for head in heads if head is not self._current and head.ready_cycle <= cycle]
            if others and self._dice.chance(self._profile.read_interleave):
                return self._dice.pick(others)
            return self._current
        ready = [head for head in heads if head.ready_cycle <= cycle]
        if not ready:
            return None
        if len(heads) > 1 and self._dice.chance(self._profile.read_reorder):
            return self._dice.pick(ready)
        oldest = min(heads, key=lambda head: head.number)
        return oldest if oldest.ready_cycle <= cycle else None

    def _retire(self, read: _PendingRead) -> None:
        queue = self._queues[read.burst.axi_id]
        queue.popleft()
        if not queue:
            del self._queues[read.burst.axi_id]
