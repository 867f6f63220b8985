"""The memory's side of a port in HDL, as Python steers it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.commands import HdlCommands
from tb.memory.hdl.memory import HdlMemory
from tb.memory.hdl.pins import HdlMemoryPins

_SEEDS = 1 << 32


class HdlResponder:
    """Hands knobs, seeds and loads to the HDL memory. The design's reset reaches that by itself."""

    def __init__(self, config: MemoryAgentConfig, pins: HdlMemoryPins, catch_up: Callable[[], None]) -> None:
        assert isinstance(config.memory, HdlMemory), "an HDL memory needs an HdlMemory as Python's copy"
        self._commands = HdlCommands(pins, config.port)
        self._commands.configure(config.profile, config.orphan_data_limit_cycles)
        self.reseed(config.rng)
        config.memory.connect(config.port.name, self._commands, pins, catch_up)

    def reset(self) -> None:
        """Nothing: the memory sees the design's reset itself."""

    def reseed(self, rng: np.random.Generator) -> None:
        """Draw from another generator from the next reset on."""
        self._commands.seed(int(rng.integers(_SEEDS)))

    def hold_responses(self) -> None:
        """Give no further write response until they are released; one that is on the pins stays."""
        self._commands.hold(holding=True)

    def release_responses(self) -> None:
        """Give write responses again."""
        self._commands.hold(holding=False)
