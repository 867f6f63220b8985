"""What NVDLA stimulus is played on: a host, the part's description, and its memories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from sequences.host import Host
from sequences.memory_plan import MemoryPlan

if TYPE_CHECKING:
    from models.nvdla.registers import NvdlaRegisters


@dataclass(frozen=True, slots=True)
class NvdlaTarget:
    """All that programming a block needs; `NvdlaBench` adds tensors and layers.

    Attributes:
        host: the processor's side.
        config: the hardware configuration.
        rng: the sequence's own generator.
        plan: where surfaces go.
    """

    host: Host
    config: HwConfig
    rng: np.random.Generator
    plan: MemoryPlan

    @property
    def registers(self) -> NvdlaRegisters:
        """The configuration's registers."""
        return registers(self.config)
