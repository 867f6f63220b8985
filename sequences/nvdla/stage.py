"""What every NVDLA sequence works with."""

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
class NvdlaStage:
    """A host, the part's description, and what random choices hang on.

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


def make_stage(host: Host, config: HwConfig, rng: np.random.Generator) -> NvdlaStage:
    """A stage with fresh memory."""
    return NvdlaStage(host, config, rng, MemoryPlan(config.ports, rng))
