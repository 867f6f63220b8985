"""The memory's side of a port in HDL, as Python steers it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from pyuvm import uvm_component

from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.commands import HdlCommands
from tb.memory.hdl.memory import HdlMemory
from tb.memory.hdl.pins import HdlMemoryPins

_SEEDS = 1 << 32


class HdlResponder(uvm_component):
    """Hands knobs, seeds and loads to the HDL memory. The design's reset reaches that by itself."""

    def build_phase(self) -> None:
        """Take the configuration and hand over knobs, errors and seed."""
        self._config: MemoryAgentConfig = self.cdb_get("config")
        self._pins = HdlMemoryPins.of(self._config.dut, self._config.port)
        self._commands = HdlCommands(self._pins, self._config.port)
        self._commands.configure(self._config.profile, self._config.orphan_data_limit_cycles)
        if not self._config.port.signals.reduced:
            self._commands.errors(self._config.profile)
        self.reseed(self._config.rng)

    def connect(self, catch_up: Callable[[], None]) -> None:
        """Make Python's copy stand for the HDL memory from now on; `catch_up` brings what the design has written."""
        memory, name = self._config.memory, self._config.port.name
        assert isinstance(memory, HdlMemory), "an HDL memory needs an HdlMemory as Python's copy"
        memory.connect(name, self._commands, self._pins, catch_up)

    def reset(self) -> None:
        """Nothing: the memory sees the design's reset itself."""

    def reseed(self, rng: np.random.Generator) -> None:
        """Draw from another generator from the next reset on."""
        self._commands.seed(int(rng.integers(_SEEDS)))

    def hold_responses(self, *, holding: bool) -> None:
        """Give no further write response, but for one that is on the pins, or give them again."""
        self._commands.hold(holding=holding)
