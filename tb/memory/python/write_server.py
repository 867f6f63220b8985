"""Puts written data into the memory and says which write is answered next."""

from __future__ import annotations

from dataclasses import dataclass

from models.memory.sparse import SparseMemory
from tb.memory.axi import Response
from tb.memory.pins.outstanding import Burst, WriteBeat
from tb.memory.profile import MemoryProfile
from tb.memory.python.answer import answer_to
from tb.memory.python.dice import MemoryDice


@dataclass(slots=True)
class WriteAnswer:
    """A write that waits for its response, and then that.

    Attributes:
        ready_cycle: from when on it may be answered.
        axi_id: its id.
        response: the answer.
    """

    ready_cycle: int
    axi_id: int
    response: Response


class WriteServer:
    """Writes that wait for their response: in order of completion, or out of it as the profile says.

    A beat takes effect at the clock edge at which both it and its request have been accepted, unless its write is to be
    answered with an error: then nothing of it does.

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
        self._response = Response.OKAY  # to the write whose beats come
        self._unanswered: list[WriteAnswer] = []

    @property
    def pending(self) -> bool:
        """Whether any response is owed."""
        return bool(self._unanswered)

    def take(self, written: WriteBeat, cycle: int) -> None:
        """A beat was accepted, and so was its request."""
        if written.index == 0:
            self._response = self._decide(written.burst)
        if self._response is Response.OKAY:
            address = written.burst.beat_address(written.index, self._data_bytes)
            self._store(address, written.beat.data, written.beat.strobe)
        if written.ends:
            axi_id = written.burst.axi_id
            ready_cycle = cycle + self._dice.between(self._profile.response_latency) + self._profile.late(axi_id)
            self._unanswered.append(WriteAnswer(ready_cycle, axi_id, self._response))

    def next_response(self, cycle: int) -> WriteAnswer | None:
        """What to answer in the next cycle, taken out; None while nothing is ready."""
        if self.holding or not self._unanswered:
            return None
        index = 0
        if len(self._unanswered) > 1 and self._dice.chance(self._profile.response_reorder):
            ready = [index for index, answer in enumerate(self._unanswered) if answer.ready_cycle <= cycle]
            index = self._dice.pick(ready) if ready else 0
        chosen = self._unanswered[index]
        if chosen.ready_cycle > cycle:
            return None
        if index:
            # Responses of one id come in the order of its writes: the chosen one takes the oldest's, and so on.
            mine = [answer for answer in self._unanswered[: index + 1] if answer.axi_id == chosen.axi_id]
            responses = [answer.response for answer in mine]
            for answer, response in zip(mine, [*responses[1:], responses[0]], strict=True):
                answer.response = response
        return self._unanswered.pop(index)

    def _decide(self, burst: Burst) -> Response:
        """How a write is answered, known with its first beat."""
        answer = answer_to(burst, self._profile, self._data_bytes)
        if answer is Response.OKAY and self._dice.chance(self._profile.error_rate):
            return Response.SLVERR
        return answer

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
