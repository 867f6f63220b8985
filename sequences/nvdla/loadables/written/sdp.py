"""SDP layers."""

from __future__ import annotations

from typing import Any

from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import MEMORY, OperatorSettings, XSettings, YSettings
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.loadables.layers.sdp import ACTIVATIONS, ALGORITHMS, MODES, TYPES
from sequences.nvdla.loadables.written.settings import Writing, Written, cube, precision, tables


def written_sdp(layer: Sdp, writing: Writing) -> Written:
    """An SDP layer.

    Raises:
        ValueError: the driver has no field for something.
    """
    if layer.nan_to_zero:
        raise ValueError("SDP layer: the kernel driver does not flush NaN; leave nan_to_zero out")
    if layer.y.compares:
        raise ValueError("SDP layer: the kernel driver has none that only compares; give it a step that writes")
    convert, source = layer.convertor, layer.source
    settings: dict[str, Any] = {
        "src_precision": precision(layer.in_precision),
        "dst_precision": precision(layer.out_precision),
        "lut_index": -1,
        "out_cvt": {"scale": convert.scale, "offset": convert.offset, "truncate": convert.shift, "enable": 1},
        "conv_mode": int(layer.winograd),
        "batch_num": layer.batches,
        "batch_stride": layer.batch_stride_bytes,
        **{name: _operator(name, operator) for name, operator in layer.operators},
    }
    if layer.lut is not None and layer.tables is not None:
        settings["lut_index"] = writing.add_tables(tables(layer.lut, layer.tables))
    extent = layer.channels, layer.height, layer.width
    surfaces = {
        "src": cube(writing, source.side if source else None, extent, 0),
        "dst": cube(writing, None if layer.to_pdp else layer.destination, extent, 0),
    }
    for name, operator in layer.operators:
        if operator.operands is not None:
            surfaces[name] = cube(writing, operator.operands.side, extent, 0)
    return Written("SDP", settings, surfaces)


def _operator(name: str, operator: OperatorSettings) -> dict[str, Any]:
    if operator.bypass:
        return {}
    given = operator.operands
    sources = {operator.alu_source for _ in [0] if operator.alu} | {operator.mul_source for _ in [0] if operator.mul}
    if len(sources) > 1:
        raise ValueError(
            f"SDP layer, {name}: the kernel driver takes both operands from memory, or both from registers"
        )
    in_memory = MEMORY in sources
    fields: dict[str, Any] = {
        "enable": 1,
        "alu_type": ALGORITHMS.index(operator.alu_algo),
        "type": TYPES.index({(0, 0): "NONE", (0, 1): "MUL", (1, 0): "ALU", (1, 1): "BOTH"}[operator.alu, operator.mul]),
        "act": ACTIVATIONS.index(_activation(name, operator)),
        "mode": MODES.index("PER_LAYER"),
    }
    if in_memory and given is not None:
        fields["mode"] = MODES.index("PER_POINT" if given.per_element else "PER_KERNEL")
        fields["precision"] = ELEMENT_BYTES_NUMBERS[given.element_bytes]
    else:
        fields |= {"alu_operand": operator.alu_operand, "mul_operand": operator.mul_operand}
    if isinstance(operator, XSettings):
        fields |= {"shift_value": operator.alu_shift, "truncate": operator.shift}
    if isinstance(operator, YSettings):
        converted = {"alu_cvt": _convertor(operator.alu_convertor), "mul_cvt": _convertor(operator.mul_convertor)}
        fields |= {"truncate": operator.truncate, **converted}
    return fields


ELEMENT_BYTES_NUMBERS = {ELEMENT_BYTES["INT8"]: precision("INT8"), ELEMENT_BYTES["INT16"]: precision("INT16")}
"""A precision of operands of so many bytes."""


def _activation(name: str, operator: OperatorSettings) -> str:
    works = {
        "PRELU": operator.prelu and operator.mul,
        "RELU": isinstance(operator, XSettings) and not operator.relu_bypass,
        "LUT": isinstance(operator, YSettings) and operator.lut,
    }
    found = [activation for activation, does in works.items() if does]
    if len(found) > 1:
        raise ValueError(f"SDP layer, {name}: {' and '.join(found)}: the kernel driver has one of them for an operator")
    return found[0] if found else "NONE"


def _convertor(convertor: OperandConvertor) -> dict[str, int]:
    if convertor.bypass:
        return {}
    return {"enable": 1, "offset": convertor.offset, "scale": convertor.scale, "truncate": convertor.shift}
