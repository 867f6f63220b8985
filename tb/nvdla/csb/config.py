"""What a CSB agent has to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import repeat

from tb.clocking.state import ResetState
from tb.findings import Findings
from tb.nvdla.csb.bus import CsbBus


def hexadecimal(address: int) -> str:
    """A byte address as messages show it."""
    return f"{address:#07x}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CsbAgentConfig:
    """Configuration of a `CsbAgent`.

    Attributes:
        bus: the pins.
        reset: the design's reset.
        findings: where protocol violations and unanswered requests are reported.
        active: drive requests; else only watch.
        gap_cycles: idle cycles in front of each request, one number a request; where it ends, no more gaps.
        after_reset_cycles: no request starts earlier than so many cycles after the release of the reset: the real part
            loses it in the first six (docs/nvdla/pins.md, 'Reset').
        max_outstanding: reads and non-posted writes that may wait for an answer at a time. The real part loses answers
            when there is more than one (docs/nvdla/pins.md, 'CSB'). With more than one, an item is done when its
            request is accepted, and comes back as a response when it is answered.
        watchdog_cycles: a request that is not accepted, or not answered, within so many cycles is given up.
        name_address: how messages call a byte address, such as by its register's name.
    """

    bus: CsbBus
    reset: ResetState
    findings: Findings
    active: bool = True
    gap_cycles: Iterator[int] = field(default_factory=lambda: repeat(0))
    after_reset_cycles: int = 10
    max_outstanding: int = 1
    watchdog_cycles: int = 1000
    name_address: Callable[[int], str] = hexadecimal
