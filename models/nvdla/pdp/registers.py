"""Where registers hold what describes a PDP layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.nvdla.codec.forms import FLAG, INVERTED, LESS_ONE, NAME, PLAIN, SIGNED, Form, Prefixed
from models.nvdla.codec.words import Only, places
from models.nvdla.field_table import Row
from models.nvdla.surfaces.side_registers import SideRegisters

UNIT = "PDP"
READER = "PDP_RDMA"
"""The block that reads memory for it."""

SOURCE = SideRegisters.named("input", "SRC", "D_SRC_RAM_CFG")
DESTINATION = SideRegisters.named("output", "DST", "D_DST_RAM_CFG")
PAD_NAMES = ("one", "two", "three", "four", "five", "six", "seven")

_STRIPS = ("D_OPERATION_MODE_CFG.SPLIT_NUM",) * 2
_SPLIT_NUM = places(f"{UNIT}.{_STRIPS[0]}", f"{READER}.{_STRIPS[1]}")
SPLIT = (Only(_SPLIT_NUM, ("0x0",), differs=True),)
"""Layers that are split."""
SPLIT_IN_THREE = (*SPLIT, Only(_SPLIT_NUM, ("0x1",), differs=True))
"""Layers with strips between the first and the last."""

_KERNEL, _IN = "D_POOLING_KERNEL_CFG", "D_PARTIAL_WIDTH_IN.PARTIAL_WIDTH_IN"
BOTH: tuple[tuple[str, str, str, Form[Any], tuple[Only, ...]], ...] = (
    ("strips.count", *_STRIPS, LESS_ONE, ()),
    ("strips.first_in", f"{_IN}_FIRST", f"{_IN}_FIRST", LESS_ONE, SPLIT),
    ("strips.last_in", f"{_IN}_LAST", f"{_IN}_LAST", LESS_ONE, SPLIT),
    ("strips.mid_in", f"{_IN}_MID", f"{_IN}_MID", LESS_ONE, SPLIT_IN_THREE),
    ("width", "D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH", "D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH", LESS_ONE, ()),
    ("height", "D_DATA_CUBE_IN_HEIGHT.CUBE_IN_HEIGHT", "D_DATA_CUBE_IN_HEIGHT.CUBE_IN_HEIGHT", LESS_ONE, ()),
    ("precision", "D_DATA_FORMAT.INPUT_DATA", "D_DATA_FORMAT.INPUT_DATA", NAME, ()),
    ("flying", "D_OPERATION_MODE_CFG.FLYING_MODE", "D_FLYING_MODE.FLYING_MODE", INVERTED, ()),
)
"""What PDP and PDP_RDMA are both told: the attribute, where PDP's registers hold it, where PDP_RDMA's do, and how."""
OF_STRIPS: tuple[tuple[str, str, str, Form[Any]], ...] = (
    ("x.kernel", f"{_KERNEL}.KERNEL_WIDTH", f"{_KERNEL}.KERNEL_WIDTH", LESS_ONE),
    ("x.stride", f"{_KERNEL}.KERNEL_STRIDE_WIDTH", f"{_KERNEL}.KERNEL_STRIDE_WIDTH", LESS_ONE),
)
"""What PDP_RDMA is told too, and looks at in layers that are split only."""


def _channels(*of_pdp: str) -> Row:
    """Channels are the same on both sides."""
    names = [f"{UNIT}.D_DATA_CUBE_{side}_CHANNEL.CUBE_{side}_CHANNEL" for side in of_pdp]
    return Row("channels", places(*names, f"{READER}.D_DATA_CUBE_IN_CHANNEL.CUBE_IN_CHANNEL"), LESS_ONE)


def _windows() -> Iterator[Row]:
    for name, mine, other, form in OF_STRIPS:
        yield Row(name, places(f"{UNIT}.{mine}"), form, ignored=places(f"{READER}.{other}"))
    padding = "D_POOLING_PADDING_CFG"
    yield Row("x.before", places(f"{UNIT}.{padding}.PAD_LEFT"), PLAIN, ignored=places(f"{READER}.{padding}.PAD_WIDTH"))
    for name, field, form in (
        ("x.after", f"{padding}.PAD_RIGHT", PLAIN),
        ("y.kernel", f"{_KERNEL}.KERNEL_HEIGHT", LESS_ONE),
        ("y.stride", f"{_KERNEL}.KERNEL_STRIDE_HEIGHT", LESS_ONE),
        ("y.before", f"{padding}.PAD_TOP", PLAIN),
        ("y.after", f"{padding}.PAD_BOTTOM", PLAIN),
    ):
        yield Row(name, places(f"{UNIT}.{field}"), form)


def _average() -> Iterator[Row]:
    for attribute, side in (("recip_width", "WIDTH"), ("recip_height", "HEIGHT")):
        yield Row(f"average.{attribute}", places(f"{UNIT}.D_RECIP_KERNEL_{side}.RECIP_KERNEL_{side}"))
    for count, name in enumerate(PAD_NAMES, 1):
        register = f"D_POOLING_PADDING_VALUE_{count}_CFG.PAD_VALUE_{count}X"
        yield Row(f"average.pads.{name}", places(f"{UNIT}.{register}"), SIGNED)


ROWS: tuple[Row, ...] = (
    *(
        Row(name, places(f"{UNIT}.{mine}", f"{READER}.{other}"), form, only=only)
        for name, mine, other, form, only in BOTH
    ),
    _channels("IN", "OUT"),
    Row("method", places(f"{UNIT}.D_OPERATION_MODE_CFG.POOLING_METHOD"), Prefixed("POOLING_METHOD_")),
    Row("out_width", places(f"{UNIT}.D_DATA_CUBE_OUT_WIDTH.CUBE_OUT_WIDTH"), LESS_ONE),
    Row("out_height", places(f"{UNIT}.D_DATA_CUBE_OUT_HEIGHT.CUBE_OUT_HEIGHT"), LESS_ONE),
    Row("nan_to_zero", places(f"{UNIT}.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO"), FLAG),
    *(
        Row(f"strips.{name}", places(f"{UNIT}.D_PARTIAL_WIDTH_OUT.PARTIAL_WIDTH_OUT_{part}"), LESS_ONE, only=only)
        for name, part, only in (
            ("first_out", "FIRST", SPLIT),
            ("last_out", "LAST", SPLIT),
            ("mid_out", "MID", SPLIT_IN_THREE),
        )
    ),
    *_windows(),
    *_average(),
)
"""What PDP is told of a layer."""

READ_ROWS: tuple[Row, ...] = (
    *(Row(name, places(f"{READER}.{other}"), form, only=only) for name, _, other, form, only in BOTH),
    _channels(),
    *(Row(name, places(f"{READER}.{other}"), form) for name, _, other, form in OF_STRIPS),
)
"""What registers of PDP_RDMA say."""
