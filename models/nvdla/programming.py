"""What software writes to start a layer, as descriptors encode it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from models.layer import Descriptor
from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import Tables
from models.registers import RegisterMap


@dataclass(frozen=True, slots=True)
class BlockProgram:
    """The registers of one block for one layer.

    Attributes:
        block: the block's name.
        words: register values, by register name; several only for a block that gathers operations.
        tables: what its look-up tables must hold; None: what they do.
    """

    block: str
    words: tuple[Mapping[str, int], ...]
    tables: Tables | None = None


class LayerDescriptor(Descriptor, Protocol):
    """A descriptor that software can program."""

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer owns as input."""

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes."""

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks, in pipeline order.

        Raises:
            ValueError: a size, stride or address that its field does not hold.
        """
