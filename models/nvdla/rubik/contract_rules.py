"""What is legal for a contract, beside what is for every Rubik layer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.breakers import adds, becomes
from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import CONTRACT_WIDTH_AT_MOST, Rubik
from models.nvdla.rubik.rules import GUIDE, LIMITS, Context, broken, small
from models.nvdla.surfaces.surface_layout import ceil_div
from models.rules import Broken, RuleList

_contract = partial(small, mode="CONTRACT")
STEP_BYTES = 1 << 12
TOO_WIDE = CONTRACT_WIDTH_AT_MOST // 2 + 1
"""Columns of an input of which a small contract makes two each."""

CONTRACT_RULES = RuleList[Rubik, HwConfig](Rubik)


@CONTRACT_RULES.rule(
    "rubik-contract-channels",
    "A contract's input has its output's channels once for each output pixel of an input pixel.",
    GUIDE,
    adds("channels", 1, 2, 3, of=_contract),
)
def _contract_channels(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if rubik.mode != "CONTRACT" or not rubik.known:
        return
    groups = rubik.x_stride * rubik.y_stride
    elements = context.config.atom_bytes // rubik.element_bytes
    padded = ceil_div(rubik.out_channels, elements) * elements
    if rubik.channels not in (rubik.out_channels * groups, padded * groups):
        text = (
            f"{rubik.channels} input channels are not {groups} times {rubik.out_channels} (or {padded}) output channels"
        )
        yield broken(text, "D_DATAIN_SIZE_1", "D_DATAOUT_SIZE_1")


@CONTRACT_RULES.rule(
    "rubik-contract-stride-0",
    "CONTRACT_STRIDE_0 is the output's surfaces times the input's surface stride.",
    GUIDE,
    adds("contract_group_bytes", STEP_BYTES, of=_contract),
)
def _contract_group(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if rubik.mode != "CONTRACT" or not rubik.known:
        return
    elements = context.config.atom_bytes // rubik.element_bytes
    group_bytes = ceil_div(rubik.out_channels, elements) * rubik.source.surface_stride_bytes
    if rubik.contract_group_bytes != group_bytes:
        text = f"CONTRACT_STRIDE_0 is {rubik.contract_group_bytes}, expected {group_bytes}"
        yield broken(text, "D_CONTRACT_STRIDE_0")


@CONTRACT_RULES.rule(
    "rubik-contract-stride-1",
    "CONTRACT_STRIDE_1 is the vertical factor times the output's line stride.",
    GUIDE,
    adds("contract_line_bytes", STEP_BYTES, of=_contract),
)
def _contract_line(rubik: Rubik, _: Context) -> Iterator[Broken]:
    line_bytes = rubik.y_stride * rubik.destination.line_stride_bytes
    if rubik.mode == "CONTRACT" and rubik.contract_line_bytes != line_bytes:
        text = f"CONTRACT_STRIDE_1 is {rubik.contract_line_bytes}, expected {line_bytes}"
        yield broken(text, "D_CONTRACT_STRIDE_1")


@CONTRACT_RULES.rule(
    "rubik-contract-width",
    "A contract's output is at most 8192 pixels wide.",
    LIMITS,
    becomes(partial(_contract, shape=(1, 1, TOO_WIDE))),
)
def _contract_width(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode == "CONTRACT" and rubik.x_stride * rubik.width > CONTRACT_WIDTH_AT_MOST:
        text = f"x stride times width is {rubik.x_stride * rubik.width}, at most {CONTRACT_WIDTH_AT_MOST}"
        yield broken(text, "D_DECONV_STRIDE", "D_DATAIN_SIZE_0")
