"""The registers of SDP_RDMA that describe the operands of an operator, and those that say where the input lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from models.nvdla.config import HwConfig
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.surfaces.side_registers import SideRegisters
from models.registers import Block

ELEMENT_SIZES: Mapping[str, int] = MappingProxyType({"ONE_BYTE": 1, "TWO_BYTE": 2})
MODES: Mapping[str, bool] = MappingProxyType({"PER_KERNEL": False, "PER_ELEMENT": True})
SOURCE = SideRegisters.named("input", "SRC", "D_SRC_DMA_CFG")


@dataclass(frozen=True, slots=True)
class OperandRegisters:
    """Names of the registers of one operator's operands.

    Attributes:
        operator: the attribute of the layer.
        stream: the reads of memory that bring them.
        letter: what the read DMA's fields begin with.
        prefix: what the other registers begin with.
    """

    operator: str
    stream: str
    letter: str
    prefix: str

    @property
    def label(self) -> str:
        """What messages call them."""
        return f"{self.operator.upper()} operands"

    @property
    def switches(self) -> str:
        """The register with the read DMA's switches."""
        return f"D_{self.letter}RDMA_CFG"

    @property
    def side(self) -> SideRegisters:
        """The registers that say where they lie."""
        return SideRegisters.named(self.label, self.prefix, self.switches, f"{self.letter}RDMA_RAM_TYPE")

    def decode(self, block: Block, values: Mapping[str, int], config: HwConfig) -> Operands | None:
        """The operands that register values describe, given by register name; None where the read DMA is off."""
        register, word = block.registers[self.switches], values[self.switches]

        def label(name: str) -> str:
            field = register.fields[f"{self.letter}RDMA_{name}"]
            return field.label(field.get(word))

        if label("DISABLE") == "YES":
            return None
        return Operands(
            use=label("DATA_USE"),
            element_bytes=ELEMENT_SIZES[label("DATA_SIZE")],
            per_element=MODES[label("DATA_MODE")],
            side=self.side.decode(block, values, config),
        )

    def encode(self, block: Block, operands: Operands | None, config: HwConfig) -> dict[str, int]:
        """The register values that describe operands, by register name.

        Raises:
            ValueError: a field cannot hold what it must, or the configuration lacks the memory.
        """
        register = block.registers[self.switches]
        if operands is None:
            return {self.switches: register.encode(**{f"{self.letter}RDMA_DISABLE": "YES"})}
        (size,) = (name for name, size in ELEMENT_SIZES.items() if size == operands.element_bytes)
        (mode,) = (name for name, mode in MODES.items() if mode == operands.per_element)
        use = register.fields[f"{self.letter}RDMA_DATA_USE"].value(operands.use)
        fields: dict[str, str | int] = {"DISABLE": "NO", "DATA_USE": use, "DATA_SIZE": size, "DATA_MODE": mode}
        named = {f"{self.letter}RDMA_{name}": value for name, value in fields.items()}
        ram = self.side.encode_ram(operands.side, config)
        return {**self.side.encode(operands.side), self.switches: register.encode(**named, **ram)}


OPERANDS: tuple[OperandRegisters, ...] = (
    OperandRegisters("x1", "SDP_B", "B", "BS"),
    OperandRegisters("x2", "SDP_N", "N", "BN"),
    OperandRegisters("y", "SDP_E", "E", "EW"),
)
