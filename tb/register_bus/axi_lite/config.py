"""What an AXI4-Lite agent has to know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import ClassVar

from tb.register_bus.axi_lite.bus import AxiLiteBus
from tb.register_bus.config import RegisterBusConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class AxiLiteAgentConfig(RegisterBusConfig):
    """Configuration of an `AxiLiteAgent`.

    Every write is answered on this bus, so posted ones count among those that wait for an answer; nobody waits for
    theirs.

    Attributes:
        data_lag_cycles: by how many cycles a write's data come after its address, one number a write; below 0: before
            it.
        bready_waits: how many cycles an answer to a write waits for ready, one number an answer; None: ready is always
            high.
        rready_waits: the same of answers to reads.
        overlap: ask for reads while writes wait for their answers, and the other way round: which of the two the
            design does first is then open.
        refused_addresses: byte addresses that the design must answer with SLVERR or DECERR. Anywhere else, such an
            answer is a finding.
        partial_writes: whether writes of a part of a register are right; else they are findings.
    """

    title: ClassVar[str] = "AXI4-Lite"
    kind: ClassVar[str] = "axi-lite"
    bus: AxiLiteBus
    data_lag_cycles: Iterator[int] = field(default_factory=lambda: repeat(0))
    bready_waits: Iterator[int] | None = None
    rready_waits: Iterator[int] | None = None
    overlap: bool = False
    refused_addresses: tuple[range, ...] = ()
    partial_writes: bool = False
