"""Whether the arguments of SDP's layers and steps are of the kinds that they take, as soon as they are given."""

from __future__ import annotations

from fractions import Fraction
from numbers import Real

from models.numbers.rounding import limits
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import X_SHIFT_AT_MOST, OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.registers import Field
from sequences.arguments import Limits, need_kind, need_whole
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.operands import OperandTensor
from sequences.nvdla.tensors.tensor import Tensor

SHIFTS = 0, X_SHIFT_AT_MOST
"""Bits that integers are shifted right; the part looks at no more."""
HINTED_BITS = 12
"""Of the factor that a hint proposes for one that is no whole number."""


def need_operand(name: str, part: str, operand: object) -> None:
    """Make sure of the operand of a step.

    Args:
        name: of the step.
        part: of the operator, ``alu`` or ``mul``.
        operand: what was given.

    Raises:
        ValueError: it is neither a number nor something in memory.
    """
    if isinstance(operand, bool) or not isinstance(operand, Real | Tensor | OperandTensor):
        raise ValueError(
            f"{name}: its operand is {_kind(operand)}: write a number, a cube, or bench.operands(precision, "
            f"{part}=values), values being whole numbers (floats for FP16) of shape (channels,) or (channels, height, "
            "width)"
        )


def need_pairs_of(name: str, pairs: object) -> None:
    """Make sure of the operands of a step that adds and multiplies.

    Raises:
        ValueError: they are something else than such operands in memory.
    """
    if not isinstance(pairs, OperandTensor):
        raise ValueError(f"{name}: its operands are {_kind(pairs)}: write bench.operands(precision, alu=..., mul=...)")


def need_shifts(name: str, *, shift: object, alu_shift: object) -> None:
    """Make sure of the shifts of a step.

    Raises:
        ValueError: one is no whole number that the part looks at.
    """
    field = registers().SDP.D_DP_BS_ALU_CFG.BS_ALU_SHIFT_VALUE
    need_whole(f"{name}: shift", shift, SHIFTS)
    need_whole(f"{name}: alu_shift", alu_shift, (0, field.limit))


def need_output_convertor(convertor: object) -> None:
    """Make sure of the convertor of a layer.

    Raises:
        ValueError: it is something else, its registers do not hold it, or it makes everything 0.
    """
    write = "OutputConvertor(...) of sequences.nvdla.stimulus"
    need_kind("SdpLayer: convertor", convertor, OutputConvertor, write)
    sdp = registers().SDP
    fields = sdp.D_CVT_OFFSET.CVT_OFFSET, sdp.D_CVT_SCALE.CVT_SCALE, sdp.D_CVT_SHIFT.CVT_SHIFT
    _need_held("SdpLayer: convertor", convertor, *fields)
    if isinstance(convertor, OutputConvertor) and not convertor.scale:
        raise ValueError("SdpLayer: convertor has scale 0, which makes all of y 0: give it scale=1")


def need_operand_convertor(name: str, convertor: object) -> None:
    """Make sure of what Y does with operands; None: nothing.

    Raises:
        ValueError: it is something else, or its registers do not hold it.
    """
    if convertor is not None:
        need_kind(name, convertor, OperandConvertor, "OperandConvertor(...) of sequences.nvdla.stimulus")
        sdp = registers().SDP
        offset, scale = sdp.D_DP_EW_ALU_CVT_OFFSET_VALUE, sdp.D_DP_EW_ALU_CVT_SCALE_VALUE
        shift = sdp.D_DP_EW_ALU_CVT_TRUNCATE_VALUE
        _need_held(name, convertor, offset.EW_ALU_CVT_OFFSET, scale.EW_ALU_CVT_SCALE, shift.EW_ALU_CVT_TRUNCATE)


def need_cubes(y: object, x: object) -> None:
    """Make sure that the output and the input of an SDP layer are in memory, where they are given.

    Raises:
        ValueError: one is an array or something else.
    """
    if y is not None and not isinstance(y, Tensor | TensorBatch):
        raise ValueError(
            f"SdpLayer: y is no tensor but {type(y).__name__}: make it with bench.empty or bench.empty_batch, and "
            "write SdpLayer(y, steps, x=x)"
        )
    if x is not None and not isinstance(x, Tensor):
        raise ValueError(f"SdpLayer: x is no tensor but {type(x).__name__}: make it with bench.tensor")


def factor_hint(number: float, shift: int) -> str:
    """How a factor that is no whole number is written, as the end of a message; empty where it cannot be."""
    if not abs(number) < 1 << HINTED_BITS or number == int(number):
        return ""
    exact = Fraction(number)
    bits = exact.denominator.bit_length() - 1
    if bits > HINTED_BITS:
        bits, about = HINTED_BITS, "about "
    else:
        about = ""
    return f"; {about}the same is {round(exact * (1 << bits))} with shift={shift + bits}"


def _need_held(name: str, convertor: object, offset: Field, scale: Field, shift: Field) -> None:
    """Make sure that registers hold a convertor: signed numbers, but for the shift.

    Raises:
        ValueError: they do not.
    """
    spans: tuple[tuple[str, Limits], ...] = (
        ("offset", limits(offset.width)),
        ("scale", limits(scale.width)),
        ("shift", (0, shift.limit)),
    )
    for part, span in spans:
        need_whole(f"{name}.{part}", getattr(convertor, part), span)


def _kind(operand: object) -> str:
    """What an operand is, as a message says it."""
    kind, shape, dtype = (type(operand).__name__, *(getattr(operand, name, None) for name in ("shape", "dtype")))
    return kind if dtype is None else f"{kind} of shape {shape}, {dtype}"
