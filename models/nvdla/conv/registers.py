"""Where registers hold what describes a convolution: one table for decoding, encoding and the agreement of blocks."""

from __future__ import annotations

from models.nvdla.field_table import BYTES, FLAG, LESS_ONE, NAME, PLAIN, SIGNED, Fixed, Place, Row, places
from models.nvdla.surfaces.side_registers import SideRegisters

ARRAY = ("CMAC_A", "CMAC_B", "CACC")

SOURCE = SideRegisters(
    name="input",
    ram_register="D_DAIN_RAM_TYPE",
    ram_field="DATAIN_RAM_TYPE",
    address_low="D_DAIN_ADDR_LOW_0",
    address_high="D_DAIN_ADDR_HIGH_0",
    line_stride="D_LINE_STRIDE",
    surface_stride="D_SURF_STRIDE",
)


def _all(register: str, field: str, blocks: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(Place(block, register, field) for block in blocks)


def _both(register: str, field: str) -> tuple[Place, ...]:
    """A field that CDMA and CSC have."""
    return _all(register, field, ("CDMA", "CSC"))


ROWS: tuple[Row, ...] = (
    Row("precision", _all("D_MISC_CFG", "PROC_PRECISION", ("CDMA", "CSC", *ARRAY)), NAME),
    Row("input.precision", _both("D_MISC_CFG", "IN_PRECISION"), NAME),
    Row(
        "input.width",
        places("CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH", "CSC.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT"),
        LESS_ONE,
        places("CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT"),
    ),
    Row(
        "input.height",
        places("CDMA.D_DATAIN_SIZE_0.DATAIN_HEIGHT", "CSC.D_DATAIN_SIZE_EXT_0.DATAIN_HEIGHT_EXT"),
        LESS_ONE,
        places("CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_HEIGHT_EXT"),
    ),
    Row(
        "input.channels",
        places(
            "CDMA.D_DATAIN_SIZE_1.DATAIN_CHANNEL",
            "CSC.D_DATAIN_SIZE_EXT_1.DATAIN_CHANNEL_EXT",
            "CSC.D_WEIGHT_SIZE_EXT_1.WEIGHT_CHANNEL_EXT",
        ),
        LESS_ONE,
    ),
    Row("input.line_packed", places("CDMA.D_DAIN_MAP.LINE_PACKED"), FLAG),
    Row("input.surface_packed", places("CDMA.D_DAIN_MAP.SURF_PACKED"), FLAG),
    Row("input.grains", places("CDMA.D_FETCH_GRAIN.GRAINS"), LESS_ONE),
    Row("input.nan_to_zero", places("CDMA.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO"), FLAG),
    Row("input.convertor.enabled", places("CDMA.D_CVT_CFG.CVT_EN"), FLAG),
    Row("input.convertor.truncate", places("CDMA.D_CVT_CFG.CVT_TRUNCATE")),
    Row("input.convertor.offset", places("CDMA.D_CVT_OFFSET.CVT_OFFSET"), SIGNED),
    Row("input.convertor.scale", places("CDMA.D_CVT_SCALE.CVT_SCALE"), SIGNED),
    Row("weights.kernel_bytes", places("CDMA.D_WEIGHT_SIZE_0.BYTE_PER_KERNEL"), LESS_ONE),
    Row(
        "weights.kernels",
        places(
            "CDMA.D_WEIGHT_SIZE_1.WEIGHT_KERNEL",
            "CSC.D_WEIGHT_SIZE_EXT_1.WEIGHT_KERNEL",
            "CSC.D_DATAOUT_SIZE_1.DATAOUT_CHANNEL",
            "CACC.D_DATAOUT_SIZE_1.DATAOUT_CHANNEL",
        ),
        LESS_ONE,
    ),
    Row("weights.size_bytes", _both("D_WEIGHT_BYTES", "WEIGHT_BYTES"), BYTES),
    Row("kernel.width", places("CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT"), LESS_ONE),
    Row("kernel.height", places("CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_HEIGHT_EXT"), LESS_ONE),
    Row(
        "kernel.stride_x",
        places("CSC.D_CONV_STRIDE_EXT.CONV_X_STRIDE_EXT", "CDMA.D_CONV_STRIDE.CONV_X_STRIDE"),
        LESS_ONE,
    ),
    Row(
        "kernel.stride_y",
        places("CSC.D_CONV_STRIDE_EXT.CONV_Y_STRIDE_EXT", "CDMA.D_CONV_STRIDE.CONV_Y_STRIDE"),
        LESS_ONE,
    ),
    Row("kernel.dilation_x", places("CSC.D_DILATION_EXT.X_DILATION_EXT"), LESS_ONE),
    Row("kernel.dilation_y", places("CSC.D_DILATION_EXT.Y_DILATION_EXT"), LESS_ONE),
    Row("padding.left", places("CSC.D_ZERO_PADDING.PAD_LEFT", "CDMA.D_ZERO_PADDING.PAD_LEFT")),
    Row("padding.top", places("CSC.D_ZERO_PADDING.PAD_TOP", "CDMA.D_ZERO_PADDING.PAD_TOP")),
    Row("padding.right", places("CDMA.D_ZERO_PADDING.PAD_RIGHT")),
    Row("padding.bottom", places("CDMA.D_ZERO_PADDING.PAD_BOTTOM")),
    Row(
        "padding.value",
        places("CSC.D_ZERO_PADDING_VALUE.PAD_VALUE"),
        SIGNED,
        places("CDMA.D_ZERO_PADDING_VALUE.PAD_VALUE"),
    ),
    Row("buffer.entries", _both("D_ENTRY_PER_SLICE", "ENTRIES"), LESS_ONE),
    Row("buffer.data_banks", _both("D_BANK", "DATA_BANK"), LESS_ONE),
    Row("buffer.weight_banks", _both("D_BANK", "WEIGHT_BANK"), LESS_ONE),
    Row("buffer.keep_data", _both("D_MISC_CFG", "SKIP_DATA_RLS"), FLAG),
    Row("buffer.keep_weights", _both("D_MISC_CFG", "SKIP_WEIGHT_RLS"), FLAG),
    Row("buffer.release_slices", places("CSC.D_RELEASE.RLS_SLICES"), LESS_ONE),
    Row("atomics", places("CSC.D_ATOMICS.ATOMICS"), LESS_ONE),
    Row("output.width", _all("D_DATAOUT_SIZE_0", "DATAOUT_WIDTH", ("CSC", "CACC")), LESS_ONE),
    Row("output.height", _all("D_DATAOUT_SIZE_0", "DATAOUT_HEIGHT", ("CSC", "CACC")), LESS_ONE),
    Row("output.address", places("CACC.D_DATAOUT_ADDR.DATAOUT_ADDR"), BYTES),
    Row("output.line_stride_bytes", places("CACC.D_LINE_STRIDE.LINE_STRIDE"), BYTES),
    Row("output.surface_stride_bytes", places("CACC.D_SURF_STRIDE.SURF_STRIDE"), BYTES),
    Row("output.line_packed", places("CACC.D_DATAOUT_MAP.LINE_PACKED"), FLAG),
    Row("output.surface_packed", places("CACC.D_DATAOUT_MAP.SURF_PACKED"), FLAG),
    Row("clip_truncate", places("CACC.D_CLIP_CFG.CLIP_TRUNCATE"), PLAIN),
)
"""What a direct convolution of feature data is made of."""

FIXED: tuple[Fixed, ...] = (
    Fixed(_all("D_MISC_CFG", "CONV_MODE", ("CDMA", "CSC", *ARRAY)), "DIRECT", "a Winograd convolution"),
    Fixed(_both("D_DATAIN_FORMAT", "DATAIN_FORMAT"), "FEATURE", "a convolution of an image"),
    Fixed(_both("D_MISC_CFG", "DATA_REUSE"), "DISABLE", "reuse of data"),
    Fixed(_both("D_MISC_CFG", "WEIGHT_REUSE"), "DISABLE", "reuse of weights"),
    Fixed(_all("D_BATCH_NUMBER", "BATCHES", ("CDMA", "CSC", "CACC")), 0, "a convolution of several batches"),
    Fixed(_both("D_WEIGHT_FORMAT", "WEIGHT_FORMAT"), "UNCOMPRESSED", "compression of weights"),
    Fixed(places("CDMA.D_MEAN_FORMAT.MEAN_FORMAT"), "DISABLE", "a mean of each component"),
)
"""What can be computed so far."""
