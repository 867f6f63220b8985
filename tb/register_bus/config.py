"""What an agent of any register bus has to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import repeat
from typing import ClassVar

from tb.clocking.state import ResetState
from tb.findings import Findings
from tb.register_bus.bus import RegisterBus


def hexadecimal(address: int) -> str:
    """A byte address as messages show it."""
    return f"{address:#07x}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterBusConfig:
    """Configuration of a `RegisterBusAgent`; each bus adds its own.

    Attributes:
        title: what messages call the bus.
        kind: what kinds of its findings begin with, such as ``csb`` in ``csb-hang``.
        bus: the pins.
        reset: the design's reset.
        findings: where protocol violations and unanswered requests are reported.
        active: drive requests; else only watch.
        max_outstanding: reads and non-posted writes that may wait for an answer at a time. With more than one, an item
            is done when its request is accepted, and comes back as a response when it is answered.
        gap_cycles: idle cycles in front of each request, one number a request; where it ends, no more gaps.
        after_reset_cycles: no request starts earlier than so many cycles after the release of the reset.
        watchdog_cycles: a request that is not accepted, or not answered, within so many cycles is given up.
        name_address: how messages call a byte address, such as by its register's name.
    """

    title: ClassVar[str]
    kind: ClassVar[str]
    bus: RegisterBus
    reset: ResetState
    findings: Findings
    active: bool = True
    max_outstanding: int = 1
    gap_cycles: Iterator[int] = field(default_factory=lambda: repeat(0))
    after_reset_cycles: int = 0
    watchdog_cycles: int = 1000
    name_address: Callable[[int], str] = hexadecimal

    @classmethod
    def kind_of(cls, rule: StrEnum) -> str:
        """The kind of finding that a rule is on this bus: one of `BusRule`, or one of its own."""
        return f"{cls.kind}-{rule}"
