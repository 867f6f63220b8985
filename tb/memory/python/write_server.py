"""Puts written data into the memory and says which write is answered next."""

from __future__ import annotations

from models.memory.sparse import SparseMemory
from tb.memory.pins.outstanding import WriteBeat
from tb.memory.profile import MemoryProfile
from tb.memory.python.dice import MemoryDice


class WriteServer:
    """Writes that wait for their response: in order of completion, or out of it as the profile says.

    A beat takes effect at the clock edge at which both it and its request have been accepted.

    Attributes:
        holding: no response is given while this is set.
    """

    def __init__(self, memory: SparseMemory, profile: MemoryProfile, dice: MemoryDice, data_bytes: int) -> None:
        self.holding = False
        self._memory = memory
        self._profile = profile
        self._dice = dice
        self._data_bytes = data_bytes
        self._whole = (1 << data_bytes) - 1
        self._unanswered: list[tuple[int, int]] = []  # cycle from which it may be answered, id

    @property
    def pending(self) -> bool:
        """Whether any response is owed."""
        return bool(self._unanswered)

    def take(self, written: WriteBeat, cycle: int) -> None:
        """A beat was accepted, and so was its request."""
        address = written.burst.beat_address(written.index, self._data_bytes)
        self._store(address, written.beat.data, written.beat.strobe)
        if written.ends:
            axi_id = written.burst.axi_id
            ready_cycle = cycle + self._dice.between(self._profile.response_latency) + self._profile.late(axi_id)
            self._unanswered.append((ready_cycle, axi_id))

    def next_response(self, cycle: int) -> int | None:
        """The id to answer in the next cycle, taken out; None while nothing is ready."""
        if self.holding or not self._unanswered:
            return None
        index = 0
        if len(self._unanswered) > 1 and self._dice.chance(self._profile.response_reorder):
            ready = [index for index, (ready_cycle, _) in enumerate(self._unanswered) if ready_cycle <= cycle]
            index = self._dice.pick(ready) if ready else 0
        if self._unanswered[index][0] > cycle:
            return None
        return self._unanswered.pop(index)[1]

    def _store(self, address: int, data: bytes, strobe: int) -> None:
        """Write the strobed bytes, a run of neighbours at a time."""
        if strobe == self._whole:
            self._memory.write(address, data)
            return
        start = 0
        while remaining := strobe >> start:
            start += (remaining & -remaining).bit_length() - 1
            inverted = ~(strobe >> start)
            stop = start + (inverted & -inverted).bit_length() - 1
            self._memory.write(address + start, data[start:stop])
            start = stop
