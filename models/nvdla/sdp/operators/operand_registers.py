"""The registers of SDP_RDMA that describe the operands of an operator, and those that say where the input lies."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.surfaces.side_registers import SideRegisters

SOURCE = SideRegisters.named("input", "SRC", "D_SRC_DMA_CFG")


def operand_side(letters: str, dma: str) -> SideRegisters:
    """The registers that say where operands lie, by the letters of the operator and that of the read DMA."""
    return SideRegisters.named("operands", letters, f"D_{dma}RDMA_CFG", f"{dma}RDMA_RAM_TYPE")


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
        return replace(operand_side(self.prefix, self.letter), name=self.label)


OPERANDS: tuple[OperandRegisters, ...] = (
    OperandRegisters("x1", "SDP_B", "B", "BS"),
    OperandRegisters("x2", "SDP_N", "N", "BN"),
    OperandRegisters("y", "SDP_E", "E", "EW"),
)
