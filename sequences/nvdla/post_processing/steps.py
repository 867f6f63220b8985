"""What SDP does with each element of a cube, step by step, as a user writes it (guide, 'SDP programming').

SdpLayer(y, [bias(b), relu()], x=x)
Convolve(x, w) >> SdpLayer(y, [batch_norm(...), add(z), lookup(sigmoid_table())])
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL
from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.given import need_design
from sequences.nvdla.post_processing.arguments import (
    need_operand,
    need_operand_convertor,
    need_pairs_of,
    need_shifts,
)
from sequences.nvdla.tensors.operands import OperandTensor
from sequences.nvdla.tensors.tensor import Tensor

Operand = float | Tensor | OperandTensor
"""One for the whole layer, or a cube with one for each element, or operands as `bench.operands` makes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Something that is done with each element.

    Attributes:
        name: what messages call it.
        algorithm: of the ALU: ``SUM``, ``MAX``, ``MIN`` or ``EQL``; empty: the ALU has nothing to do.
        alu: its operand.
        mul: the factor; None: the multiplication has nothing to do.
        prelu: only what is below zero is multiplied.
        mul_first: of an ALU and a multiplication that both work the multiplication comes first, as in Y; else the ALU.
        alu_shift: bits that integer operands of the ALU are shifted left.
        shift: bits that integers are shifted right behind the multiplication.
        relu: what is below zero becomes zero at last.
        design: tables that values are looked up in at last.
        convertor: what is done with integer operands from memory first; None: nothing.
        on: the operator that does it: ``x1``, ``x2``, ``y``; None: the next one that can.
    """

    name: str
    algorithm: str = ""
    alu: Operand | None = None
    mul: Operand | None = None
    prelu: bool = False
    mul_first: bool = False
    alu_shift: int = 0
    shift: int = 0
    relu: bool = False
    design: LutDesign | None = None
    convertor: OperandConvertor | None = None
    on: str | None = None

    def __post_init__(self) -> None:
        for part, operand, needed in (("alu", self.alu, bool(self.algorithm)), ("mul", self.mul, False)):
            if needed or operand is not None:
                need_operand(self.name, part, operand)
        need_shifts(self.name, shift=self.shift, alu_shift=self.alu_shift)
        need_operand_convertor(f"{self.name}: convertor", self.convertor)

    @property
    def tensors(self) -> tuple[Tensor | OperandTensor, ...]:
        """Its operands in memory."""
        given = (self.alu, self.mul) if self.alu is not self.mul else (self.alu,)
        return tuple(item for item in given if isinstance(item, Tensor | OperandTensor))

    @property
    def only_relu(self) -> bool:
        """It is ReLU and nothing else: the operator before may do it too."""
        return self == replace(relu(), on=self.on)

    @property
    def only_lookup(self) -> bool:
        """It looks values up and does nothing else."""
        return self.design is not None and self == Step(name=self.name, design=self.design, on=self.on)


def bias(operand: Operand, *, alu_shift: int = 0, on: str | None = None) -> Step:
    """Add a bias: of the layer, of each kernel or of each element.

    Args:
        operand: a number, or operands of the ALU as `bench.operands` makes them, or a cube.
        alu_shift: bits that integers among them are shifted left.
        on: the operator; None: the next one that can.
    """
    return Step(name="bias", algorithm="SUM", alu=operand, alu_shift=alu_shift, on=on)


def add(
    operand: Operand, *, alu_shift: int = 0, convertor: OperandConvertor | None = None, on: str | None = None
) -> Step:
    """Add a cube, element by element; arguments as of `bias`.

    Args:
        operand: as of `bias`.
        alu_shift: as of `bias`.
        convertor: what Y does with integers from memory first: offset, scale and shift.
        on: as of `bias`.
    """
    return Step(name="add", algorithm="SUM", alu=operand, alu_shift=alu_shift, convertor=convertor, on=on)


def maximum(operand: Operand, *, convertor: OperandConvertor | None = None, on: str | None = None) -> Step:
    """The larger of each element and its operand; arguments as of `add`."""
    return Step(name="maximum", algorithm="MAX", alu=operand, convertor=convertor, on=on)


def minimum(operand: Operand, *, convertor: OperandConvertor | None = None, on: str | None = None) -> Step:
    """The smaller of each element and its operand; arguments as of `add`."""
    return Step(name="minimum", algorithm="MIN", alu=operand, convertor=convertor, on=on)


def multiply(
    operand: Operand, *, shift: int = 0, convertor: OperandConvertor | None = None, on: str | None = None
) -> Step:
    """Multiply.

    Args:
        operand: a number, or operands of the multiplication as `bench.operands` makes them, or a cube.
        shift: bits that integer products are shifted right.
        convertor: as of `add`.
        on: the operator; None: the next one that can.
    """
    need_operand("multiply", "mul", operand)
    return Step(name="multiply", mul=operand, shift=shift, convertor=convertor, on=on)


def prelu(operand: Operand, *, shift: int = 0, on: str | None = None) -> Step:
    """Multiply what is below zero; arguments as of `multiply`."""
    need_operand("prelu", "mul", operand)
    return Step(name="prelu", mul=operand, shift=shift, prelu=True, on=on)


def relu(*, on: str | None = None) -> Step:
    """What is below zero becomes zero."""
    return Step(name="relu", relu=True, on=on)


def normalise(pairs: OperandTensor, *, alu_shift: int = 0, shift: int = 0, on: str | None = None) -> Step:
    """Add, then multiply: pairs of a summand and a factor for each kernel or each element; see also `batch_norm`.

    Args:
        pairs: as `bench.operands` makes them of ``alu`` and ``mul``.
        alu_shift: bits that integer summands are shifted left.
        shift: bits that integer products are shifted right.
        on: ``x1`` or ``x2``; None: the next one that can.
    """
    need_pairs_of("normalise", pairs)
    return Step(name="normalise", algorithm="SUM", alu=pairs, mul=pairs, alu_shift=alu_shift, shift=shift, on=on)


def affine(pairs: OperandTensor, *, shift: int = 0, convertor: OperandConvertor | None = None) -> Step:
    """Multiply, then add, which only Y does in this order; arguments as of `normalise` and `add`."""
    need_pairs_of("affine", pairs)
    return Step(name="affine", algorithm="SUM", alu=pairs, mul=pairs, mul_first=True, shift=shift, convertor=convertor)


def lookup(design: LutDesign) -> Step:
    """What tables give that were made from a function: ``lookup(design_table(np.tanh, -4, 4, in_step=2**-11))``."""
    need_design("lookup: its argument", design)
    return Step(name="lookup", design=design)


def equal(operand: Operand) -> Step:
    """Compare: the layer writes nothing but whether any element differs; see also `differs`."""
    return Step(name="equal", algorithm=EQUAL, alu=operand)
