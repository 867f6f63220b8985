"""When software did what: what bounds the reference's counters and tells which of its writes are still on their way."""

from __future__ import annotations

from collections import deque

from models.layer import Claim, Layer

RECENT_WRITES = 256  # more than fit into the longest way from the pins to a unit


class Timestamps:
    """The times of claims and of register writes, since the last reset.

    Args:
        counter_clock_ns: period of the clock in which the device's counters count.
        window_ns: the longest way of a register write from the pins to a unit.
    """

    def __init__(self, counter_clock_ns: float, window_ns: float) -> None:
        self._counter_clock_ns, self._window_ns = counter_clock_ns, window_ns
        self._claimed_ns: dict[Claim, float] = {}
        self._written_ns: deque[float] = deque(maxlen=RECENT_WRITES)

    def clear(self) -> None:
        """The device was reset."""
        self._claimed_ns.clear()
        self._written_ns.clear()

    def claimed(self, claim: Claim, time_ns: float) -> None:
        """A block has claimed."""
        self._claimed_ns[claim] = time_ns

    def written(self, time_ns: float) -> None:
        """A register write was taken."""
        self._written_ns.append(time_ns)

    def elapsed_cycles(self, layer: Layer, time_ns: float) -> int:
        """Cycles from a layer's start until now, at most, as its counters count them."""
        start_ns = min(self._claimed_ns[claim] for claim in layer.claims)
        return int((time_ns - start_ns) / self._counter_clock_ns) + 1

    def recent_writes(self, time_ns: float) -> int:
        """Register writes that may not have reached the device's units yet."""
        return sum(written_ns > time_ns - self._window_ns for written_ns in self._written_ns)
