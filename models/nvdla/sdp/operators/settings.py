"""How SDP's operators X1, X2 and Y are set (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from models.nvdla.codec.forms import FLAG, NAME, PLAIN, SIGNED, Form
from models.nvdla.codec.items import Metadata, held
from models.nvdla.codec.parts import choice, part
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.operands import OperandConvertor

REGISTER, MEMORY = "REG", "MEM"
"""Where an operand comes from: one for the whole layer, or one for each kernel or element through SDP_RDMA."""
EQUAL = "EQL"
"""The ALU that compares: only Y has it by name."""


def _held(register: str, name: str, form: Form[Any]) -> Metadata:
    return held(f"SDP.D_DP_{{letters}}_{register}.{{letters}}_{name}", form=form)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorSettings:
    """What all three operators have.

    Attributes:
        bypass: data pass it unchanged.
        alu_bypass: its ALU is left out.
        alu_algo: what its ALU does: ``MAX``, ``MIN``, ``SUM``, of Y ``EQL``.
        alu_source: where the ALU's operand comes from, ``REG`` or ``MEM``.
        alu_operand: the register's operand: a signed number, or a code of FP16, of Y of FP32, taken as one.
        mul_bypass: its multiplication is left out.
        mul_source: where the factor comes from; `mul_operand` likewise.
        prelu: only what is below zero is multiplied.
        operands: what SDP_RDMA reads for it; None: nothing.
    """

    bypass: bool = field(default=True, metadata=_held("CFG", "BYPASS", FLAG))
    alu_bypass: bool = field(default=True, metadata=_held("CFG", "ALU_BYPASS", FLAG))
    alu_algo: str = field(default="SUM", metadata=_held("CFG", "ALU_ALGO", NAME))
    alu_source: str = field(default=REGISTER, metadata=_held("ALU_CFG", "ALU_SRC", NAME))
    alu_operand: int = field(default=0, metadata=_held("ALU_SRC_VALUE", "ALU_OPERAND", SIGNED))
    mul_bypass: bool = field(default=True, metadata=_held("CFG", "MUL_BYPASS", FLAG))
    mul_source: str = field(default=REGISTER, metadata=_held("MUL_CFG", "MUL_SRC", NAME))
    mul_operand: int = field(default=0, metadata=_held("MUL_SRC_VALUE", "MUL_OPERAND", SIGNED))
    prelu: bool = field(default=False, metadata=_held("CFG", "MUL_PRELU", FLAG))
    operands: Operands | None = field(
        default=None, metadata=choice("SDP_RDMA.D_{dma}RDMA_CFG.{dma}RDMA_DISABLE", YES=None, NO=part(Operands))
    )

    @property
    def alu(self) -> bool:
        """Its ALU works."""
        return not (self.bypass or self.alu_bypass)

    @property
    def mul(self) -> bool:
        """Its multiplication works."""
        return not (self.bypass or self.mul_bypass)

    @property
    def wants(self) -> frozenset[str]:
        """Of its ALU and its MUL those that wait for operands from memory."""
        ways = (("ALU", self.alu, self.alu_source), ("MUL", self.mul, self.mul_source))
        return frozenset(name for name, works, source in ways if works and source == MEMORY)

    @property
    def mismatch(self) -> str:
        """How what it waits for differs from what SDP_RDMA reads for it; empty if it does not."""
        wanted, given = self.wants, frozenset(self.operands.components if self.operands else ())
        if wanted == given:
            return ""
        names = [" and ".join(sorted(names)) or "nothing" for names in (wanted, given)]
        return f"{names[0]} of it takes operands from memory, and SDP_RDMA reads them for {names[1]}"

    def explain(self) -> str:
        """What it does, in a line."""
        given = "" if self.operands is None else f", {self.operands}"
        return f"{', '.join((*self._steps, *self._rest)) or 'nothing'}{given}"

    @property
    def _rest(self) -> tuple[str, ...]:
        """What one operator has and others have not."""
        return ()

    @property
    def _steps(self) -> Iterator[str]:
        """What its parts do, those that work."""
        alu = self.alu_source if self.alu_source == MEMORY else f"{self.alu_operand:#x}"
        mul = self.mul_source if self.mul_source == MEMORY else f"{self.mul_operand:#x}"
        if self.alu:
            yield f"{self.alu_algo} {alu}"
        if self.mul:
            yield f"{'PReLU' if self.prelu else 'MUL'} {mul}"


@dataclass(frozen=True, slots=True, kw_only=True)
class XSettings(OperatorSettings):
    """X1 or X2.

    Attributes:
        alu_shift: bits by which operands of the ALU are shifted left.
        shift: bits of the right shift behind the multiplication, which a bypass of MUL does not switch off.
        relu_bypass: its ReLU is left out.
    """

    alu_shift: int = field(default=0, metadata=_held("ALU_CFG", "ALU_SHIFT_VALUE", PLAIN))
    shift: int = field(default=0, metadata=_held("MUL_CFG", "MUL_SHIFT_VALUE", PLAIN))
    relu_bypass: bool = field(default=True, metadata=_held("CFG", "RELU_BYPASS", FLAG))

    @property
    def _rest(self) -> tuple[str, ...]:
        """Its shifts and its ReLU."""
        shifts = f"operands << {self.alu_shift}", f"shift {self.shift}"
        return shifts if self.relu_bypass else (*shifts, "ReLU")


@dataclass(frozen=True, slots=True, kw_only=True)
class YSettings(OperatorSettings):
    """Y.

    Attributes:
        alu_convertor: of the ALU's operands; `mul_convertor` of the factors.
        truncate: bits of the right shift behind the multiplication.
        lut_bypass: its look-up tables are left out.
    """

    alu_convertor: OperandConvertor = field(
        default_factory=OperandConvertor, metadata=part(OperandConvertor, half="EW_ALU")
    )
    mul_convertor: OperandConvertor = field(
        default_factory=OperandConvertor, metadata=part(OperandConvertor, half="EW_MUL")
    )
    truncate: int = field(default=0, metadata=_held("TRUNCATE_VALUE", "TRUNCATE", PLAIN))
    lut_bypass: bool = field(default=True, metadata=_held("CFG", "LUT_BYPASS", FLAG))

    @property
    def _rest(self) -> tuple[str, ...]:
        """Its shift, its tables."""
        shift = (f"shift {self.truncate}",)
        return (*shift, "look-up tables") if self.lut else shift

    @property
    def lut(self) -> bool:
        """Its look-up tables work."""
        return not (self.bypass or self.lut_bypass)

    @property
    def compares(self) -> bool:
        """It compares: the layer writes nothing."""
        return self.alu and self.alu_algo == EQUAL
