"""Where registers hold what describes an SDP layer."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from models.nvdla.codec.forms import BYTES, FLAG, LESS_ONE, NAME, PLAIN, SIGNED, Form
from models.nvdla.codec.words import places
from models.nvdla.field_table import Row, encode_rows
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.registers import edge_rows, lut_rows
from models.nvdla.surfaces.side_registers import SideRegisters
from models.registers import RegisterMap

DESTINATION = SideRegisters.named("output", "DST", "D_DST_DMA_CFG")

BOTH: tuple[tuple[str, str, str, Form[Any]], ...] = (
    ("width", "D_DATA_CUBE_WIDTH.WIDTH", "D_DATA_CUBE_WIDTH.WIDTH", LESS_ONE),
    ("height", "D_DATA_CUBE_HEIGHT.HEIGHT", "D_DATA_CUBE_HEIGHT.HEIGHT", LESS_ONE),
    ("channels", "D_DATA_CUBE_CHANNEL.CHANNEL", "D_DATA_CUBE_CHANNEL.CHANNEL", LESS_ONE),
    ("precision", "D_DATA_FORMAT.PROC_PRECISION", "D_FEATURE_MODE_CFG.PROC_PRECISION", NAME),
    ("out_precision", "D_DATA_FORMAT.OUT_PRECISION", "D_FEATURE_MODE_CFG.OUT_PRECISION", NAME),
    ("flying", "D_FEATURE_MODE_CFG.FLYING_MODE", "D_FEATURE_MODE_CFG.FLYING_MODE", FLAG),
    ("winograd", "D_FEATURE_MODE_CFG.WINOGRAD", "D_FEATURE_MODE_CFG.WINOGRAD", FLAG),
    ("batches", "D_FEATURE_MODE_CFG.BATCH_NUMBER", "D_FEATURE_MODE_CFG.BATCH_NUMBER", LESS_ONE),
)
"""What SDP and SDP_RDMA are both told: the attribute, where SDP's registers hold it, where SDP_RDMA's do, and how."""


def _operator(name: str, letters: str) -> Iterator[Row]:
    """What all operators have."""
    for attribute, field, form in (
        ("bypass", "CFG.{}_BYPASS", FLAG),
        ("alu_bypass", "CFG.{}_ALU_BYPASS", FLAG),
        ("alu_algo", "CFG.{}_ALU_ALGO", NAME),
        ("alu_source", "ALU_CFG.{}_ALU_SRC", NAME),
        ("alu_operand", "ALU_SRC_VALUE.{}_ALU_OPERAND", SIGNED),
        ("mul_bypass", "CFG.{}_MUL_BYPASS", FLAG),
        ("mul_source", "MUL_CFG.{}_MUL_SRC", NAME),
        ("mul_operand", "MUL_SRC_VALUE.{}_MUL_OPERAND", SIGNED),
        ("prelu", "CFG.{}_MUL_PRELU", FLAG),
    ):
        yield Row(f"{name}.{attribute}", places(f"SDP.D_DP_{letters}_{field.format(letters)}"), form)


def _x(name: str, letters: str) -> Iterator[Row]:
    """X1 or X2."""
    yield from _operator(name, letters)
    yield Row(f"{name}.alu_shift", places(f"SDP.D_DP_{letters}_ALU_CFG.{letters}_ALU_SHIFT_VALUE"))
    yield Row(f"{name}.shift", places(f"SDP.D_DP_{letters}_MUL_CFG.{letters}_MUL_SHIFT_VALUE"))
    yield Row(f"{name}.relu_bypass", places(f"SDP.D_DP_{letters}_CFG.{letters}_RELU_BYPASS"), FLAG)


def _y() -> Iterator[Row]:
    yield from _operator("y", "EW")
    for name, part in (("y.alu_convertor", "EW_ALU"), ("y.mul_convertor", "EW_MUL")):
        yield Row(f"{name}.bypass", places(f"SDP.D_DP_{part}_CFG.{part}_CVT_BYPASS"), FLAG)
        yield Row(f"{name}.offset", places(f"SDP.D_DP_{part}_CVT_OFFSET_VALUE.{part}_CVT_OFFSET"), SIGNED)
        yield Row(f"{name}.scale", places(f"SDP.D_DP_{part}_CVT_SCALE_VALUE.{part}_CVT_SCALE"), SIGNED)
        yield Row(f"{name}.shift", places(f"SDP.D_DP_{part}_CVT_TRUNCATE_VALUE.{part}_CVT_TRUNCATE"))
    yield Row("y.truncate", places("SDP.D_DP_EW_TRUNCATE_VALUE.EW_TRUNCATE"))
    yield Row("y.lut_bypass", places("SDP.D_DP_EW_CFG.EW_LUT_BYPASS"), FLAG)


ROWS: tuple[Row, ...] = (
    *(Row(name, places(f"SDP.{mine}", f"SDP_RDMA.{other}"), form) for name, mine, other, form in BOTH),
    Row("to_pdp", places("SDP.D_FEATURE_MODE_CFG.OUTPUT_DST"), FLAG),
    Row("nan_to_zero", places("SDP.D_FEATURE_MODE_CFG.NAN_TO_ZERO"), FLAG),
    Row("batch_stride_bytes", places("SDP.D_DST_BATCH_STRIDE.DST_BATCH_STRIDE"), BYTES),
    *_x("x1", "BS"),
    *_x("x2", "BN"),
    *_y(),
    Row("convertor.offset", places("SDP.D_CVT_OFFSET.CVT_OFFSET"), SIGNED),
    Row("convertor.scale", places("SDP.D_CVT_SCALE.CVT_SCALE"), SIGNED),
    Row("convertor.shift", places("SDP.D_CVT_SHIFT.CVT_SHIFT"), PLAIN),
    Row("count_lut", places("SDP.D_PERF_ENABLE.PERF_LUT_EN"), FLAG),
    Row("count_saturation", places("SDP.D_PERF_ENABLE.PERF_SAT_EN"), FLAG),
    Row("count_nan", places("SDP.D_PERF_ENABLE.PERF_NAN_INF_COUNT_EN"), FLAG),
)
"""What SDP is told of a layer."""

READ_ROWS: tuple[Row, ...] = (
    *(Row(name, places(f"SDP_RDMA.{other}"), form) for name, _, other, form in BOTH),
    Row("in_precision", places("SDP_RDMA.D_FEATURE_MODE_CFG.IN_PRECISION"), NAME),
    Row("count_inputs", places("SDP_RDMA.D_PERF_ENABLE.PERF_NAN_INF_COUNT_EN"), FLAG),
)
"""What registers of SDP_RDMA say."""

LUT_ROWS: tuple[Row, ...] = (*edge_rows("SDP"), *lut_rows("SDP"))
"""What SDP is told of its tables."""


def encode_lut(registers: RegisterMap, lut: LutConfig) -> dict[str, int]:
    """The values of SDP's registers for its tables, by register name.

    Raises:
        ValueError: a field cannot hold what it must.
    """
    (words,) = encode_rows(registers, LUT_ROWS, SimpleNamespace(lut=lut)).values()
    return words
