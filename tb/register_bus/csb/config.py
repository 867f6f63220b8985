"""What a CSB agent has to know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import ClassVar

from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.csb.bus import CsbBus


@dataclass(frozen=True, slots=True, kw_only=True)
class CsbAgentConfig(RegisterBusConfig):
    """Configuration of a `CsbAgent`.

    Attributes:
        bus: the pins.
        gap_cycles: idle cycles in front of each request, one number a request; where it ends, no more gaps.
        after_reset_cycles: no request starts earlier than so many cycles after the release of the reset.
    """

    title: ClassVar[str] = "CSB"
    kind: ClassVar[str] = "csb"
    bus: CsbBus
    gap_cycles: Iterator[int] = field(default_factory=lambda: repeat(0))
    after_reset_cycles: int = 0
