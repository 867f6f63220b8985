"""What a memory agent has to be told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from cocotb.handle import HierarchyObject, LogicObject

from models.memory.ports import MemoryPort
from models.memory.sparse import SparseMemory
from tb.clocking.state import ResetState
from tb.findings import Findings
from tb.memory.profile import TYPICAL, MemoryProfile


@dataclass(frozen=True, slots=True, kw_only=True)
class PortRules:
    """What a design's memory port keeps beyond AXI.

    Attributes:
        read_ids: ids that read requests may have; None allows all. `write_ids` likewise.
        strobe_granule_bytes: write strobes are whole, aligned groups of so many bytes, at least one a beat; None allows
            all.
    """

    read_ids: frozenset[int] | None = None
    write_ids: frozenset[int] | None = None
    strobe_granule_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAgentConfig:
    """One memory port and what stands behind it.

    Attributes:
        port: the port's pins and rules.
        dut: the top level that has the pins.
        clock: the clock of the port. It must be a Python clock with ``impl="gpi"``: with a clock made in HDL, Verilator
            shows values after the edge where they are expected before it.
        reset: the design's reset.
        memory: what the responder reads and writes.
        findings: where broken rules are reported.
        rng: the responder's own randomness.
        active: answer the port; otherwise only watch it.
        profile: the responder's timing.
        rules: what the design keeps on the port beyond AXI.
        orphan_data_limit_cycles: write data must not wait longer than this for their request to be offered.
        batch_transfers: so many observed transfers are published at once.

    Raises:
        ValueError: memories cannot serve the port (`MemoryPort.check`), or the profile has errors and the port has no
            pins to tell of them.
    """

    port: MemoryPort
    dut: HierarchyObject
    clock: LogicObject
    reset: ResetState
    memory: SparseMemory
    findings: Findings
    rng: np.random.Generator
    active: bool = True
    profile: MemoryProfile = TYPICAL
    rules: PortRules = PortRules()
    orphan_data_limit_cycles: int = 1000
    batch_transfers: int = 4096

    def __post_init__(self) -> None:
        self.port.check()
        signals = self.port.signals
        silent = [channel for channel in ("b", "r") if channel in signals.channels and f"{channel}resp" not in signals]
        if self.profile.errors and silent:
            raise ValueError(f"port {self.port.name} has no {silent[0]}resp: its memory's profile can have no errors")
