"""How much the queues between a unit and the memory pins hold: what tells waiting inside a design from the pins."""

from __future__ import annotations

import os
from dataclasses import dataclass

QUEUES_VARIABLE = "NPUVM_QUEUES"
"""Environment variable that tells the simulation side how much the design's queues hold, as `InterfaceQueues.text`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterfaceQueues:
    """The queues of a memory interface, for one unit.

    Attributes:
        read_beats: beats asked for and not yet given to the unit, at most.
        read_lines: read requests of the unit that wait behind the one that is being cut, at most.
        write_beats: beats that the unit has given away and that are not on the pins, at most.
        requests: read requests whose data a unit that computes awaits when it makes no more of them, at least; only of
            interest where nothing is exact.
        exact: the design counts and queues just so. Else these are generous guesses, and all that they tell is that
            something must have waited.
    """

    read_beats: int
    read_lines: int
    write_beats: int
    requests: int = 1
    exact: bool

    @property
    def text(self) -> str:
        """As a word for the environment."""
        return f"{self.read_beats},{self.read_lines},{self.write_beats},{int(self.exact)}"


UNKNOWN_QUEUES = InterfaceQueues(read_beats=288, read_lines=8, write_beats=64, requests=16, exact=False)
"""Of a design of which nothing is known: more than the public part's queues hold, which has room for 245 beats of a
unit's read data, and for about 20 beats that it writes; and no more requests than it remembers, of PDP_RDMA 16."""


def known_queues() -> InterfaceQueues:
    """What the simulation was told about its design."""
    text = os.environ.get(QUEUES_VARIABLE)
    if not text:
        return UNKNOWN_QUEUES
    read_beats, read_lines, write_beats, exact = map(int, text.split(","))
    return InterfaceQueues(read_beats=read_beats, read_lines=read_lines, write_beats=write_beats, exact=bool(exact))
