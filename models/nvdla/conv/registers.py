"""Where registers hold what describes a convolution: one table for decoding, encoding and the agreement of blocks."""

from __future__ import annotations

from models.nvdla.codec.forms import BYTES, FLAG, LESS_ONE, NAME, PLAIN, POWER, SIGNED
from models.nvdla.codec.words import Only, Place, places
from models.nvdla.field_table import Row
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

SECOND = SideRegisters(
    name="second plane",
    ram_register="D_DAIN_RAM_TYPE",
    ram_field="DATAIN_RAM_TYPE",
    address_low="D_DAIN_ADDR_LOW_1",
    address_high="D_DAIN_ADDR_HIGH_1",
    line_stride="D_LINE_UV_STRIDE",
    surface_stride="D_SURF_STRIDE",
)


def _all(register: str, field: str, blocks: tuple[str, ...]) -> tuple[Place, ...]:
    return tuple(Place(block, register, field) for block in blocks)


def _both(register: str, field: str) -> tuple[Place, ...]:
    """A field that CDMA and CSC have."""
    return _all(register, field, ("CDMA", "CSC"))


CSC_PADDING, CDMA_PADDING = places("CSC.D_ZERO_PADDING_VALUE.PAD_VALUE"), places("CDMA.D_ZERO_PADDING_VALUE.PAD_VALUE")
FEATURE = Only(_both("D_DATAIN_FORMAT", "DATAIN_FORMAT"), ("FEATURE",))
IMAGE = Only(_both("D_DATAIN_FORMAT", "DATAIN_FORMAT"), ("PIXEL",))
DIRECT = Only(_all("D_MISC_CFG", "CONV_MODE", ("CDMA", "CSC", *ARRAY)), ("DIRECT",))
WINOGRAD = Only(DIRECT.places, ("WINOGRAD",))
COMPRESSED = Only(_both("D_WEIGHT_FORMAT", "WEIGHT_FORMAT"), ("COMPRESSED",))

KINDS: tuple[Row, ...] = (
    Row("mode", DIRECT.places, NAME),
    Row("input.kind", FEATURE.places, NAME),
    Row("weights.format", COMPRESSED.places, NAME),
)
"""What kind of layer it is: the other rows may hang on it."""

FETCH: tuple[Row, ...] = (
    Row("precision", _all("D_MISC_CFG", "PROC_PRECISION", ("CDMA", "CSC", *ARRAY)), NAME),
    Row("input.precision", _both("D_MISC_CFG", "IN_PRECISION"), NAME),
    Row("input.width", places("CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH"), LESS_ONE),
    Row("input.height", places("CDMA.D_DATAIN_SIZE_0.DATAIN_HEIGHT"), LESS_ONE),
    Row("input.channels", places("CDMA.D_DATAIN_SIZE_1.DATAIN_CHANNEL"), LESS_ONE),
    Row("input.batches", _all("D_BATCH_NUMBER", "BATCHES", ("CDMA", "CSC", "CACC")), LESS_ONE),
    Row("input.grains", places("CDMA.D_FETCH_GRAIN.GRAINS"), LESS_ONE),
    Row("input.nan_to_zero", places("CDMA.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO"), FLAG),
    Row("input.convertor.enabled", places("CDMA.D_CVT_CFG.CVT_EN"), FLAG),
    Row("input.convertor.truncate", places("CDMA.D_CVT_CFG.CVT_TRUNCATE")),
    Row("input.convertor.offset", places("CDMA.D_CVT_OFFSET.CVT_OFFSET"), SIGNED),
    Row("input.convertor.scale", places("CDMA.D_CVT_SCALE.CVT_SCALE"), SIGNED),
    Row("input.batch_stride_bytes", places("CDMA.D_BATCH_STRIDE.BATCH_STRIDE"), BYTES, only=(FEATURE,)),
    Row("input.line_packed", places("CDMA.D_DAIN_MAP.LINE_PACKED"), FLAG, only=(FEATURE,)),
    Row("input.surface_packed", places("CDMA.D_DAIN_MAP.SURF_PACKED"), FLAG, only=(FEATURE,)),
    Row(
        "input.extended_width", places("CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT"), LESS_ONE, only=(FEATURE, WINOGRAD)
    ),
    Row(
        "input.extended_height",
        places("CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_HEIGHT_EXT"),
        LESS_ONE,
        only=(FEATURE, WINOGRAD),
    ),
    Row("input.pixel_format", places("CDMA.D_DATAIN_FORMAT.PIXEL_FORMAT"), NAME, only=(IMAGE,)),
    Row("input.mapping", places("CDMA.D_DATAIN_FORMAT.PIXEL_MAPPING"), NAME, only=(IMAGE,)),
    Row("input.signed", places("CDMA.D_DATAIN_FORMAT.PIXEL_SIGN_OVERRIDE"), FLAG, only=(IMAGE,)),
    Row("input.x_offset", places("CDMA.D_PIXEL_OFFSET.PIXEL_X_OFFSET"), only=(IMAGE,)),
    Row("input.y_offset", places("CDMA.D_PIXEL_OFFSET.PIXEL_Y_OFFSET"), only=(IMAGE,)),
    Row("input.means.enabled", places("CDMA.D_MEAN_FORMAT.MEAN_FORMAT"), FLAG, only=(IMAGE,)),
    Row("input.means.ry", places("CDMA.D_MEAN_GLOBAL_0.MEAN_RY"), SIGNED, only=(IMAGE,)),
    Row("input.means.gu", places("CDMA.D_MEAN_GLOBAL_0.MEAN_GU"), SIGNED, only=(IMAGE,)),
    Row("input.means.bv", places("CDMA.D_MEAN_GLOBAL_1.MEAN_BV"), SIGNED, only=(IMAGE,)),
    Row("input.means.ax", places("CDMA.D_MEAN_GLOBAL_1.MEAN_AX"), SIGNED, only=(IMAGE,)),
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
    Row("weights.compression.mask_bytes", _both("D_WMB_BYTES", "WMB_BYTES"), BYTES, only=(COMPRESSED,)),
)
"""What CDMA fetches."""

MOVES: tuple[Row, ...] = (
    Row(
        "view.width",
        places("CSC.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT"),
        LESS_ONE,
        places("CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT"),
        (DIRECT,),
    ),
    Row(
        "view.height",
        places("CSC.D_DATAIN_SIZE_EXT_0.DATAIN_HEIGHT_EXT"),
        LESS_ONE,
        places("CDMA.D_DATAIN_SIZE_EXT_0.DATAIN_HEIGHT_EXT"),
        (DIRECT,),
    ),
    Row("view.width", places("CSC.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT"), LESS_ONE, only=(WINOGRAD,)),
    Row("view.height", places("CSC.D_DATAIN_SIZE_EXT_0.DATAIN_HEIGHT_EXT"), LESS_ONE, only=(WINOGRAD,)),
    Row("view.channels", places("CSC.D_DATAIN_SIZE_EXT_1.DATAIN_CHANNEL_EXT"), LESS_ONE),
    Row("view.depth", places("CSC.D_WEIGHT_SIZE_EXT_1.WEIGHT_CHANNEL_EXT"), LESS_ONE),
    Row("view.stride_x", places("CSC.D_CONV_STRIDE_EXT.CONV_X_STRIDE_EXT"), LESS_ONE),
    Row("view.stride_y", places("CSC.D_CONV_STRIDE_EXT.CONV_Y_STRIDE_EXT"), LESS_ONE),
    Row("kernel.width", places("CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT"), LESS_ONE),
    Row("kernel.height", places("CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_HEIGHT_EXT"), LESS_ONE),
    Row("kernel.stride_x", places("CDMA.D_CONV_STRIDE.CONV_X_STRIDE"), LESS_ONE),
    Row("kernel.stride_y", places("CDMA.D_CONV_STRIDE.CONV_Y_STRIDE"), LESS_ONE),
    Row("kernel.dilation_x", places("CSC.D_DILATION_EXT.X_DILATION_EXT"), LESS_ONE),
    Row("kernel.dilation_y", places("CSC.D_DILATION_EXT.Y_DILATION_EXT"), LESS_ONE),
    Row("padding.left", places("CSC.D_ZERO_PADDING.PAD_LEFT", "CDMA.D_ZERO_PADDING.PAD_LEFT")),
    Row("padding.top", places("CSC.D_ZERO_PADDING.PAD_TOP", "CDMA.D_ZERO_PADDING.PAD_TOP")),
    Row("padding.right", places("CDMA.D_ZERO_PADDING.PAD_RIGHT")),
    Row("padding.bottom", places("CDMA.D_ZERO_PADDING.PAD_BOTTOM")),
    Row("padding.value", CSC_PADDING, SIGNED, CDMA_PADDING, (FEATURE, DIRECT)),
    Row("padding.value", CDMA_PADDING, SIGNED, CSC_PADDING, (FEATURE, WINOGRAD)),
    Row("padding.value", CSC_PADDING + CDMA_PADDING, SIGNED, only=(IMAGE,)),
    Row("pra_truncate", places("CSC.D_PRA_CFG.PRA_TRUNCATE"), only=(WINOGRAD,)),
    Row("post_extension", places("CSC.D_POST_Y_EXTENSION.Y_EXTENSION"), POWER),
)
"""How kernels move over it."""

REST: tuple[Row, ...] = (
    Row("buffer.entries", _both("D_ENTRY_PER_SLICE", "ENTRIES"), LESS_ONE),
    Row("buffer.data_banks", _both("D_BANK", "DATA_BANK"), LESS_ONE),
    Row("buffer.weight_banks", _both("D_BANK", "WEIGHT_BANK"), LESS_ONE),
    Row("buffer.keep_data", _both("D_MISC_CFG", "SKIP_DATA_RLS"), FLAG),
    Row("buffer.keep_weights", _both("D_MISC_CFG", "SKIP_WEIGHT_RLS"), FLAG),
    Row("buffer.reuse_data", _both("D_MISC_CFG", "DATA_REUSE"), FLAG),
    Row("buffer.reuse_weights", _both("D_MISC_CFG", "WEIGHT_REUSE"), FLAG),
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
"""How it uses the buffer, and what comes out."""

ROWS = (*KINDS, *FETCH, *MOVES, *REST)
"""What a convolution is made of."""
