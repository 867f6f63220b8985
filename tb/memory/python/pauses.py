"""What makes a channel pause: random stalls, and the order in which write requests and data are taken."""

from __future__ import annotations

from tb.memory.pins.outstanding import PortEvents
from tb.memory.profile import MemoryProfile, Stall, WriteOrder
from tb.memory.python.dice import MemoryDice

_DRAWN_ORDERS = (WriteOrder.ANY, WriteOrder.ADDRESS_FIRST, WriteOrder.DATA_FIRST)


class StallGenerator:
    """Random pauses of one channel, as its knob says."""

    def __init__(self, knob: Stall, dice: MemoryDice) -> None:
        self._knob = knob
        self._dice = dice
        self._left = 0

    def step(self) -> bool:
        """Whether the channel pauses in the next cycle."""
        if self._left == 0 and self._dice.chance(self._knob.probability):
            self._left = self._dice.between(self._knob.cycles)
        pausing = self._left > 0
        self._left -= pausing
        return pausing


class WriteOrderGate:
    """Holds back write requests or write data until the other has come.

    Attributes:
        address_open: requests may be taken in the next cycle.
        data_open: data may be taken in the next cycle.
    """

    def __init__(self, profile: MemoryProfile, dice: MemoryDice) -> None:
        self.address_open = True
        self.data_open = True
        self._profile = profile
        self._dice = dice
        self._waited = 0
        self._order = profile.write_order
        self._next_order()

    def step(self, events: PortEvents) -> None:
        """Decide about the next cycle by what happened at a clock edge."""
        if self._profile.write_order is WriteOrder.ANY:
            return
        if any(written.ends for written in events.writes):
            self._next_order()
        held_back = (events.address_waiting and not self.address_open) or (events.data_waiting and not self.data_open)
        self._waited = self._waited + 1 if held_back else 0
        patient = self._waited < self._profile.order_patience
        self.address_open = not (patient and self._order is WriteOrder.DATA_FIRST and not events.data_pending)
        self.data_open = not (patient and self._order is WriteOrder.ADDRESS_FIRST and not events.address_pending)

    def _next_order(self) -> None:
        if self._profile.write_order is WriteOrder.MIXED:
            self._order = self._dice.pick(_DRAWN_ORDERS)
