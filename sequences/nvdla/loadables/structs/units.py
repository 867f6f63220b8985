"""What each kind of operation has: its settings and its surfaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from sequences.nvdla.loadables.structs.common import CONVERTOR, OP_TYPES, Types, cubes, packed, signed, unsigned

TRANSFERS_AT_MOST = 20
"""Of a BDMA operation."""
TRANSFER = packed(
    *signed("source destination"),
    *unsigned(
        "line_size line_repeat source_line destination_line surface_repeat source_surface destination_surface", 4
    ),
)
CONV = packed(
    *unsigned("conv_mode data_reuse weight_reuse skip_data_rls skip_weight_rls reserved0"),
    *unsigned("entry_per_slice", 2),
    *unsigned("data_format pixel_mapping"),
    *unsigned("fetch_grain", 2),
    ("reserved_b", "V8"),
    *unsigned("batch weight_format data_bank weight_bank"),
    *unsigned("batch_stride", 4),
    *unsigned("post_extension pixel_override"),
    *unsigned(
        "release input_width_csc input_height_csc input_channel_csc kernel_width_csc kernel_height_csc "
        "kernel_channel_csc input_width_cmac input_height_cmac",
        2,
    ),
    *unsigned("bytes_per_kernel", 4),
    *signed("mean_ry mean_gu mean_bv mean_ax"),
    *unsigned("mean_format conv_stride_x conv_stride_y pad_x_left pad_x_right pad_y_top pad_y_bottom"),
    *unsigned("dilation_x dilation_y"),
    ("reserved2", "V2"),
    *unsigned("pra_truncate in_precision out_precision"),
    *signed("pad_val"),
    ("in_cvt", CONVERTOR),
    ("out_cvt", CONVERTOR),
)
SDP_OPERATOR = packed(
    *unsigned("enable alu_type type mode act shift_value truncate precision"),
    *signed("alu_operand mul_operand", 4),
    ("alu_cvt", CONVERTOR),
    ("mul_cvt", CONVERTOR),
)
SDP = packed(
    *unsigned("src_precision dst_precision"),
    *signed("lut_index"),
    ("out_cvt", CONVERTOR),
    *unsigned("conv_mode batch_num"),
    *unsigned("reserved0", 2),
    *unsigned("batch_stride", 4),
    *((name, SDP_OPERATOR) for name in ("x1", "x2", "y")),
)
PDP = packed(
    *unsigned("in_first in_mid in_last out_first out_mid out_last", 2),
    *unsigned("split_num pool_mode pool_width pool_height stride_x stride_y"),
    *unsigned("pad_left pad_right pad_top pad_bottom precision reserved0"),
    ("padding_value", "<i4", 7),
)
CDP = packed(
    *unsigned("in_precision out_precision"),
    *signed("lut_index"),
    ("in_cvt", CONVERTOR),
    ("out_cvt", CONVERTOR),
    *unsigned("local_size bypass_sqsum bypass_out_mul reserved0"),
)
RUBIK = packed(*unsigned("mode precision stride_x stride_y"))
BDMA = packed(*unsigned("num_transfers reserved0", 2))
SETTINGS: Mapping[str, np.dtype[np.void]] = MappingProxyType(
    dict(zip(OP_TYPES, (BDMA, CONV, SDP, PDP, CDP, RUBIK), strict=True))
)
"""Settings of operations, by kind."""
CUBES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "BDMA": (),
        "CONV": ("weight", "wmb", "wgs", "src", "dst"),
        "SDP": ("src", "x1", "x2", "y", "dst"),
        "PDP": ("src", "dst"),
        "CDP": ("src", "dst"),
        "RUBIK": ("src", "dst"),
    }
)
"""Cubes of operations, by kind."""


def surfaces(kind: str, cube_bytes: int) -> np.dtype[np.void]:
    """The surfaces of a kind of operations.

    Args:
        kind: one of `OP_TYPES`.
        cube_bytes: of a cube.
    """
    more: Types = []
    if kind == "BDMA":
        more = [
            *unsigned("source_type destination_type"),
            *unsigned("num_transfers", 2),
            ("transfers", TRANSFER, TRANSFERS_AT_MOST),
        ]
    if kind == "CONV":
        more = [*signed("offset_u", 8), *unsigned("in_line_uv_stride", 4)]
    return packed(*cubes(CUBES[kind], cube_bytes), *more)
