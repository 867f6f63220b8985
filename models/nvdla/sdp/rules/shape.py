"""What is legal of where SDP reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.registers import DESTINATION
from models.nvdla.sdp.rules import shape_breakers as breakers
from models.nvdla.sdp.rules.sections import (
    BATCH_LIMITS,
    FORMAT_LIMITS,
    GUIDE,
    Context,
    SdpSurface,
    broken,
    given_operands,
    surfaces,
)
from models.nvdla.surfaces.rules import past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, RuleList


def _strided(sdp: Sdp, config: HwConfig) -> Iterator[SdpSurface]:
    """What has strides: all batches have the same."""
    found = surfaces(sdp, config)
    first = next((item for item in found if item.block == UNIT), None)
    for item in found:
        if item.strided and (item.block == READER or item is first):
            yield item


SHAPE_RULES = RuleList[Sdp, HwConfig](Sdp)


@SHAPE_RULES.rule(
    "sdp-line-stride", "Lines do not overlap: a line stride is at least a line.", FORMAT_LIMITS, breakers.line_stride
)
def _line_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    for item in _strided(sdp, context.config):
        extent = item.extent
        if text := short_line_stride(extent.name, replace(extent, side=item.side)):
            width = item.register("D_DATA_CUBE_WIDTH")
            yield broken(text, item.register(extent.registers.line_stride), width)


@SHAPE_RULES.rule(
    "sdp-surface-stride",
    "Surfaces do not overlap: a surface stride is at least a surface.",
    FORMAT_LIMITS,
    breakers.surface_stride,
)
def _surface_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    for item in _strided(sdp, context.config):
        extent = item.extent
        if text := short_surface_stride(f"{extent.name} surface", replace(extent, side=item.side), "surface"):
            height = item.register("D_DATA_CUBE_HEIGHT")
            yield broken(text, item.register(extent.registers.surface_stride), height)


@SHAPE_RULES.rule(
    "sdp-point-packed",
    "A single cube of 1x1 pixels is packed: both strides are those of a pixel.",
    FORMAT_LIMITS,
    breakers.point,
)
def _point(sdp: Sdp, context: Context) -> Iterator[Broken]:
    if not sdp.width == sdp.height == sdp.batches == 1:
        return
    for item in _strided(sdp, context.config):
        strides, size = (item.side.line_stride_bytes, item.side.surface_stride_bytes), item.group_bytes
        names = item.extent.registers
        if strides != (size, size):
            text = (
                f"strides of a 1x1 {names.name} are {strides[0]}/{strides[1]} bytes (line/surface), both must be {size}"
            )
            yield broken(text, item.register(names.line_stride), item.register(names.surface_stride))


@SHAPE_RULES.rule(
    "sdp-address-range",
    "What is read and written does not run over the end of the address space.",
    GUIDE,
    breakers.address_range,
)
def _address_range(sdp: Sdp, context: Context) -> Iterator[Broken]:
    last: dict[str, SdpSurface] = {item.extent.name: item for item in surfaces(sdp, context.config)}
    for item in last.values():
        if text := past_the_end(item.extent, context.config):
            names = item.extent.registers
            yield broken(text, item.register(names.address_low), item.register(names.address_high))


@SHAPE_RULES.rule(
    "sdp-batch-alignment",
    "With several batches address and strides of output and address of operands are multiples of two atoms.",
    BATCH_LIMITS,
    breakers.batch_alignment,
)
def _batch_alignment(sdp: Sdp, context: Context) -> Iterator[Broken]:
    pair, side = 2 * context.config.atom_bytes, sdp.destination
    if sdp.batches == 1:
        return
    places = [
        ("address of the output", side.address, DESTINATION.address_low),
        ("line stride of the output", side.line_stride_bytes, DESTINATION.line_stride),
        ("surface stride of the output", side.surface_stride_bytes, DESTINATION.surface_stride),
        ("batch stride of the output", sdp.batch_stride_bytes, "D_DST_BATCH_STRIDE"),
    ]
    for names, operator in given_operands(sdp):
        if operator.operands is not None:
            register = f"{READER}.{names.side.address_low}"
            places.append((f"address of the {names.label}", operator.operands.side.address, register))
    for name, value, register in places:
        if value % pair:
            text = f"{name} {value:#x} with several batches, must be a multiple of {pair}"
            yield broken(text, register, "D_FEATURE_MODE_CFG")


@SHAPE_RULES.rule(
    "sdp-batch-stride",
    "Outputs of several batches do not overlap: a batch stride is at least a cube.",
    "docs/nvdla/layouts.md, 'Feature cube'",
    breakers.batch_stride,
)
def _batch_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    written = [item for item in surfaces(sdp, context.config) if item.block == UNIT]
    if sdp.batches == 1 or not written:
        return
    size = sdp.layout(context.config).size_bytes
    if sdp.batch_stride_bytes < size:
        text = f"batch stride {sdp.batch_stride_bytes} is less than the {size} bytes of a cube"
        yield broken(text, "D_DST_BATCH_STRIDE")
