"""What every unit with a data path is given, and what it offers the device."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from models.layer import ExpectedWrites, Layer
from models.memory import SparseMemory
from models.nvdla.blocks import RegisterBlock
from models.nvdla.config import HwConfig
from models.registers import Block

Compute = Callable[[], tuple[ExpectedWrites, ...]]


@dataclass(frozen=True, slots=True)
class UnitContext:
    """The device as a unit sees it.

    Attributes:
        config: the hardware configuration.
        memories: what units read, by port name.
        start: to be called with a layer that starts, and with what computes its writes.
        warn: to be called with the text of a broken rule.
        refuse: to be called with what was started and cannot be computed, and why.
    """

    config: HwConfig
    memories: Mapping[str, SparseMemory]
    start: Callable[[Layer, Compute], None]
    warn: Callable[[str], None]
    refuse: Callable[[str], None]


class Unit(RegisterBlock):
    """A register block with a data path behind it."""

    def __init__(self, block: Block, context: UnitContext) -> None:
        self.context = context
        super().__init__(block)

    @abstractmethod
    def finish(self, layer: Layer, elapsed_cycles: int | None) -> None:
        """A layer of this unit has ended.

        Args:
            layer: the layer.
            elapsed_cycles: clock cycles that it took at most, where somebody counted them: the bound of its counters.
        """
