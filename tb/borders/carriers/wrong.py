"""What was found at a unit that carries data and computes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tb.borders.carriers.seen import Seen
from tb.taps import Tap


@dataclass(frozen=True, slots=True)
class Wrong:
    """A unit gave something else than it took.

    Attributes:
        unit: which one.
        what: what it did, as words.
        time_ns: when.
        missing: it gave less than it took, and that only: nothing is wrong where a test was cut off.
    """

    unit: str
    what: str
    time_ns: float
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Inside:
    """What is known of a design from a reset to the next one.

    Attributes:
        taps: by their names; a design may lack some.
        seen: what its pins showed.
        cycle_ns: the longest period of its clocks.
        start_ns: simulation time at which the test began; findings count from there.
    """

    taps: Mapping[str, Tap]
    seen: Seen
    cycle_ns: float
    start_ns: float


Carrier = Callable[[Inside], list[Wrong]]
"""Says what is wrong with a unit that carries data; nothing where a design lacks the taps that it takes for that."""


def wrong_carriers(carriers: Iterable[Carrier], inside: Inside) -> list[Wrong]:
    """What is wrong, the first in time first; what is merely missing behind that."""
    found = [item for wrong in carriers for item in wrong(inside)]
    return sorted(found, key=lambda item: (item.missing, item.time_ns))
