"""Where registers hold what describes an SDP layer."""

from __future__ import annotations

from models.nvdla.field_table import BYTES, FLAG, LESS_ONE, NAME, PLAIN, SIGNED, Fixed, Row, places
from models.nvdla.surfaces.side_registers import SideRegisters

DESTINATION = SideRegisters(
    name="output",
    ram_register="D_DST_DMA_CFG",
    ram_field="DST_RAM_TYPE",
    address_low="D_DST_BASE_ADDR_LOW",
    address_high="D_DST_BASE_ADDR_HIGH",
    line_stride="D_DST_LINE_STRIDE",
    surface_stride="D_DST_SURFACE_STRIDE",
)

ROWS: tuple[Row, ...] = (
    Row("precision", places("SDP.D_DATA_FORMAT.PROC_PRECISION"), NAME),
    Row("out_precision", places("SDP.D_DATA_FORMAT.OUT_PRECISION"), NAME),
    Row("width", places("SDP.D_DATA_CUBE_WIDTH.WIDTH"), LESS_ONE),
    Row("height", places("SDP.D_DATA_CUBE_HEIGHT.HEIGHT"), LESS_ONE),
    Row("channels", places("SDP.D_DATA_CUBE_CHANNEL.CHANNEL"), LESS_ONE),
    Row("nan_to_zero", places("SDP.D_FEATURE_MODE_CFG.NAN_TO_ZERO"), FLAG),
    Row("winograd", places("SDP.D_FEATURE_MODE_CFG.WINOGRAD"), FLAG),
    Row("batches", places("SDP.D_FEATURE_MODE_CFG.BATCH_NUMBER"), LESS_ONE),
    Row("batch_stride_bytes", places("SDP.D_DST_BATCH_STRIDE.DST_BATCH_STRIDE"), BYTES),
    Row("x1.bypass", places("SDP.D_DP_BS_CFG.BS_BYPASS"), FLAG),
    Row("x1.alu_bypass", places("SDP.D_DP_BS_CFG.BS_ALU_BYPASS"), FLAG),
    Row("x1.mul_bypass", places("SDP.D_DP_BS_CFG.BS_MUL_BYPASS"), FLAG),
    Row("x1.relu_bypass", places("SDP.D_DP_BS_CFG.BS_RELU_BYPASS"), FLAG),
    Row("x1.shift", places("SDP.D_DP_BS_MUL_CFG.BS_MUL_SHIFT_VALUE")),
    Row("convertor.offset", places("SDP.D_CVT_OFFSET.CVT_OFFSET"), SIGNED),
    Row("convertor.scale", places("SDP.D_CVT_SCALE.CVT_SCALE"), SIGNED),
    Row("convertor.shift", places("SDP.D_CVT_SHIFT.CVT_SHIFT"), PLAIN),
    Row("count_saturation", places("SDP.D_PERF_ENABLE.PERF_SAT_EN"), FLAG),
    Row("count_nan", places("SDP.D_PERF_ENABLE.PERF_NAN_INF_COUNT_EN"), FLAG),
)
"""What a layer on the fly from the convolution to memory is made of."""

FIXED: tuple[Fixed, ...] = (
    Fixed(places("SDP.D_FEATURE_MODE_CFG.FLYING_MODE"), "ON", "SDP on data from memory"),
    Fixed(places("SDP.D_FEATURE_MODE_CFG.OUTPUT_DST"), "MEM", "SDP on the fly to PDP"),
    Fixed(places("SDP.D_DP_BN_CFG.BN_BYPASS"), "YES", "SDP's operator X2"),
    Fixed(places("SDP.D_DP_EW_CFG.EW_BYPASS"), "YES", "SDP's operator Y"),
)
"""What can be computed so far; X1 has nothing but its ReLU and its shift."""
