"""What an SDP layer is, in words: by these random tests draw, coverage counts and layers are recorded."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope
from models.nvdla.lut.ranges import single
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.settings import MEMORY, OperatorSettings, XSettings
from models.nvdla.surfaces.layout import ELEMENT_BYTES

OPERATORS = ("x1", "x2", "y")
OFF, PASSES, RELU, MUL, PRELU, BOTH, EQUAL = "off", "passes", "relu", "mul", "prelu", "both", "equal"
ALGORITHMS = ("max", "min", "sum")
NONE, REGISTER, KERNEL, ELEMENT = "none", "register", "kernel", "element"
SOURCES = (REGISTER, KERNEL, ELEMENT)
MIXED = ("register-memory", "memory-register")
"""Of an operator with ALU and multiplication: the ALU's source and the other's."""
OFFLINE, FLYING, BATCHES, WINOGRAD = WAYS = ("offline", "flying", "batches", "winograd")
"""From memory; from a convolution of one cube, of several cubes, by Winograd's method."""
LE, LO = "le", "lo"
ARRANGEMENTS = ("le-in-lo", "lo-in-le", "le-then-lo", "lo-then-le", "le-below-lo", "lo-below-le")
"""What tables cover: one within the other, one overlapping the other's lower end, one wholly below the other."""
SLOPES = ("positive-right", "positive-left", "negative-right", "negative-left")
"""Signs of a slope's scale and which way it is shifted."""


def aspects_of_sdp(sdp: Sdp, config: HwConfig) -> dict[str, str]:
    """The aspects of a layer."""
    lanes = config.atom_bytes // ELEMENT_BYTES[sdp.precision]
    aspects = {
        "precision": sdp.precision,
        "formats": formats_of(sdp),
        "way": way_of(sdp),
        "size": "pixel" if (sdp.height, sdp.width) == (1, 1) else "cube",
        "channels": "ragged" if sdp.channels % lanes else "whole",
        "surfaces": "one" if sdp.channels <= lanes else "several",
        "nan": "flushed" if sdp.precision == "FP16" and sdp.nan_to_zero else "kept",
        "input-ram": sdp.source.side.ram if sdp.source else NONE,
        "output-ram": NONE if sdp.writes_nothing else sdp.destination.ram,
    }
    for name, operator in sdp.operators:
        operands = operator.operands
        aspects[name] = _work(operator)
        aspects[f"{name}-source"] = _source(operator)
        aspects[f"{name}-bytes"] = str(operands.element_bytes) if operands else NONE
        aspects[f"{name}-ram"] = operands.side.ram if operands else NONE
    return aspects | _lut_aspects(sdp)


def formats_of(sdp: Sdp) -> str:
    """The precisions of input, processing and output."""
    return "-".join((sdp.in_precision, sdp.precision, sdp.out_precision))


def way_of(sdp: Sdp) -> str:
    """Which of `WAYS` its input comes."""
    if not sdp.flying:
        return OFFLINE
    if sdp.winograd:
        return WINOGRAD
    return BATCHES if sdp.batches > 1 else FLYING


def _work(operator: OperatorSettings) -> str:
    if operator.bypass:
        return OFF
    if operator.alu and operator.alu_algo == "EQL":
        return EQUAL
    if operator.alu and operator.mul:
        return BOTH
    if operator.alu:
        return operator.alu_algo.lower()
    if operator.mul:
        return PRELU if operator.prelu else MUL
    return RELU if isinstance(operator, XSettings) and not operator.relu_bypass else PASSES


def _source(operator: OperatorSettings) -> str:
    where = KERNEL if operator.operands and not operator.operands.per_element else ELEMENT
    alu, mul = operator.alu_source == MEMORY, operator.mul_source == MEMORY
    if operator.alu and operator.mul and alu != mul:
        return MIXED[alu]
    if not (operator.alu or operator.mul):
        return NONE
    return where if operator.wants else REGISTER


def _lut_aspects(sdp: Sdp) -> dict[str, str]:
    lut = sdp.lut if sdp.y.lut else None
    if lut is None:
        return dict.fromkeys(("lut", "arrangement", "hybrid", "under", "over", "under-slope", "over-slope"), NONE)
    under, over = (lut.lo if lut.underflow_lo else lut.le), (lut.lo if lut.overflow_lo else lut.le)
    return {
        "lut": "exponential" if lut.exponential else "linear",
        "arrangement": arrangement_of(lut, floating=sdp.precision == "FP16"),
        "hybrid": _table(lut.hybrid_lo),
        "under": _table(lut.underflow_lo),
        "over": _table(lut.overflow_lo),
        "under-slope": _slope(under.underflow),
        "over-slope": _slope(over.overflow),
    }


def _table(is_lo: bool) -> str:
    return LO if is_lo else LE


def _slope(slope: LutSlope) -> str:
    return f"{'negative' if slope.scale < 0 else 'positive'}-{'left' if slope.shift < 0 else 'right'}"


def arrangement_of(lut: LutConfig, *, floating: bool) -> str:
    """Which of `ARRANGEMENTS` the tables have, by where they start and end."""
    (le_start, le_end), (lo_start, lo_end) = (_reach(where, floating=floating) for where in (lut.le, lut.lo))
    if lo_start <= le_start and le_end <= lo_end:
        return "le-in-lo"
    if le_start <= lo_start and lo_end <= le_end:
        return "lo-in-le"
    first = "le" if le_start < lo_start else "lo"
    touching = lo_start < le_end if first == "le" else le_start < lo_end
    second = "lo" if first == "le" else "le"
    return f"{first}-then-{second}" if touching else f"{first}-below-{second}"


def _reach(where: LutRange, *, floating: bool) -> tuple[float, float]:
    return (single(where.start), single(where.end)) if floating else (where.start, where.end)
