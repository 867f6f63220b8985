"""What an SDP layer is, in words: by these random tests draw, coverage counts and layers are recorded."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.lut.aspects import NONE, aspects_of_lut
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.settings import MEMORY, OperatorSettings, XSettings
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

OPERATORS = ("x1", "x2", "y")
OFF, PASSES, RELU, MUL, PRELU, BOTH, EQUAL = "off", "passes", "relu", "mul", "prelu", "both", "equal"
ALGORITHMS = ("max", "min", "sum")
REGISTER, KERNEL, ELEMENT = "register", "kernel", "element"
SOURCES = (REGISTER, KERNEL, ELEMENT)
MIXED = ("register-memory", "memory-register")
"""Of an operator with ALU and multiplication: the ALU's source and the other's."""
OFFLINE, FLYING, BATCHES, WINOGRAD = WAYS = ("offline", "flying", "batches", "winograd")
"""From memory; from a convolution of one cube, of several cubes, by Winograd's method."""


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
    return aspects | aspects_of_lut(sdp.lut if sdp.y.lut else None, floating=sdp.precision == "FP16")


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
