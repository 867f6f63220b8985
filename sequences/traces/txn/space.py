"""What the commands of a family's traces reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.memory.ports import MemoryPort
from models.registers import WORD_BYTES, RegisterMap


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceSpace:
    """Registers, and memories of which an address alone tells which one is meant.

    Attributes:
        registers: the register description.
        ports: the memory ports, by name; their addresses lie apart.
        word_bits: of a register's word address.
        register_space: what a register word has beside that, in its upper half: it does not reach the pins.
    """

    registers: RegisterMap
    ports: Mapping[str, MemoryPort]
    word_bits: int
    register_space: int = 0

    def port_at(self, address: int) -> MemoryPort | None:
        """The memory port that holds an address; None: none does."""
        return next((port for port in self.ports.values() if port.base <= address < port.limit), None)

    def word(self, address: int) -> str:
        """The register at a byte address, as commands name it."""
        return f"{self.register_space | address // WORD_BYTES:#010x}"
