"""SDP layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from models.nvdla.sdp.descriptor import NOWHERE, OutputConvertor, Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import MEMORY, REGISTER, XSettings, YSettings
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, Setting, hands_over, named, side
from sequences.nvdla.loadables.layers.tables import tables_of

ALGORITHMS = ("MAX", "MIN", "SUM", "EQL")
TYPES = ("NONE", "MUL", "ALU", "BOTH")
"""What of an operator works, as SDP_RDMA calls it."""
MODES = ("PER_LAYER", "PER_KERNEL", "PER_POINT")
ACTIVATIONS = ("NONE", "RELU", "LUT", "PRELU")
WINOGRAD = 1
NARROW = ("INT8", "INT16")
"""An output and an input of which the processing has the output's precision; else it has the input's."""


def sdp_layer(operation: Operation, setting: Setting) -> Sdp:
    """The layer.

    Raises:
        LoadableError: a number has no meaning.
    """
    op, surfaces = operation.settings, operation.surfaces
    source, output = (named(operation, name, op[name], PRECISIONS) for name in ("src_precision", "dst_precision"))
    processed = output if (output, source) == NARROW else source
    cube, convert = surfaces["src"], op["out_cvt"]
    to_pdp = hands_over(surfaces["dst"])
    looked_up = tables_of(operation, setting, int(op["src_precision"]))
    return Sdp(
        precision=processed,
        out_precision=output,
        channels=int(cube["channel"]),
        height=int(cube["height"]),
        width=int(cube["width"]),
        source=None if hands_over(cube) else SdpSource(side=side(operation, "src", setting), precision=source),
        destination=NOWHERE if to_pdp else side(operation, "dst", setting),
        to_pdp=to_pdp,
        winograd=int(op["conv_mode"]) == WINOGRAD,
        batches=int(op["batch_num"]),
        batch_stride_bytes=int(op["batch_stride"]) if op["batch_num"] > 1 else 0,
        x1=_x(operation, "x1", setting),
        x2=_x(operation, "x2", setting),
        y=_y(operation, setting),
        lut=looked_up[0] if looked_up else None,
        tables=looked_up[1] if looked_up else None,
        convertor=OutputConvertor(
            offset=int(convert["offset"]), scale=int(convert["scale"]), shift=int(convert["truncate"])
        ),
    )


def _x(operation: Operation, name: str, setting: Setting) -> XSettings:
    operator = operation.settings[name]
    if not operator["enable"]:
        return XSettings()
    return XSettings(
        **_common(operation, name, setting),
        alu_shift=int(operator["shift_value"]),
        shift=int(operator["truncate"]),
        relu_bypass=_activation(operation, name) != "RELU",
    )


def _y(operation: Operation, setting: Setting) -> YSettings:
    operator = operation.settings["y"]
    if not operator["enable"]:
        return YSettings()
    return YSettings(
        **_common(operation, "y", setting),
        alu_convertor=_convertor(operator["alu_cvt"]),
        mul_convertor=_convertor(operator["mul_cvt"]),
        truncate=int(operator["truncate"]),
        lut_bypass=_activation(operation, "y") != "LUT",
    )


def _common(operation: Operation, name: str, setting: Setting) -> dict[str, Any]:
    """What all operators have."""
    operator = operation.settings[name]
    use = named(operation, f"type of {name}", operator["type"], TYPES)
    mode = named(operation, f"mode of {name}", operator["mode"], MODES)
    in_register, alu, mul = mode == MODES[0], use in ("ALU", "BOTH"), use in ("MUL", "BOTH")
    reads = Operands(
        use=use,
        element_bytes=ELEMENT_BYTES[named(operation, f"precision of {name}", operator["precision"], PRECISIONS)],
        per_element=mode != "PER_KERNEL",
        side=side(operation, name, setting),
    ) if use != TYPES[0] and not in_register else None  # fmt: skip
    return {
        "bypass": False,
        "alu_bypass": not alu,
        "alu_algo": named(operation, f"alu_type of {name}", operator["alu_type"], ALGORITHMS),
        "alu_source": REGISTER if in_register or not alu else MEMORY,
        "alu_operand": int(operator["alu_operand"]) if in_register else 0,
        "mul_bypass": not mul,
        "mul_source": REGISTER if in_register or not mul else MEMORY,
        "mul_operand": int(operator["mul_operand"]) if in_register else 0,
        "prelu": _activation(operation, name) == "PRELU",
        "operands": reads,
    }


def _activation(operation: Operation, name: str) -> str:
    return named(operation, f"act of {name}", operation.settings[name]["act"], ACTIVATIONS)


def _convertor(convertor: np.void) -> OperandConvertor:
    return OperandConvertor(
        bypass=not convertor["enable"],
        offset=int(convertor["offset"]),
        scale=int(convertor["scale"]),
        shift=int(convertor["truncate"]),
    )
