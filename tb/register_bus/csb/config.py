"""What a CSB agent has to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.csb.bus import CsbBus


@dataclass(frozen=True, slots=True, kw_only=True)
class CsbAgentConfig(RegisterBusConfig):
    """Configuration of a `CsbAgent`."""

    title: ClassVar[str] = "CSB"
    kind: ClassVar[str] = "csb"
    bus: CsbBus
