"""What is legal of CDP's number formats, its neighbourhood, and of where it reads and writes."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import LOCAL_SIZES, READER, Cdp
from models.nvdla.cdp.rules import breakers
from models.nvdla.cdp.rules.sections import (
    ARITHMETIC,
    CDP_LIMITS,
    FORMAT_LIMITS,
    GUIDE,
    Context,
    broken,
    surfaces,
)
from models.nvdla.config import HwConfig
from models.nvdla.numbers.rounding import limits, wrap
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.rules import absent_precision, past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, RuleList

LAYER_RULES = RuleList[Cdp, HwConfig](Cdp)


@LAYER_RULES.rule("cdp-reserved", "The precision is no reserved value.", GUIDE, breakers.reserved)
def _reserved(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.precision not in ELEMENT_BYTES:
        text = f"INPUT_DATA_TYPE is the reserved value {cdp.precision}"
        yield broken(text, "D_DATA_FORMAT", f"{READER}.D_DATA_FORMAT")


@LAYER_RULES.rule(
    "cdp-absent-precision",
    "CDP works in a precision that the configuration has.",
    "docs/configurations.md, 'What is absent'",
    breakers.missing_precision,
)
def _absent_precision(cdp: Cdp, context: Context) -> Iterator[Broken]:
    if text := absent_precision((cdp.precision,), context.config):
        yield broken(text, "D_DATA_FORMAT")


@LAYER_RULES.rule(
    "cdp-local-size", "The squares of 3, 5, 7 or 9 channels are added up.", CDP_LIMITS, lambda _case, _rng: None
)
def _local_size(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.local_size not in LOCAL_SIZES:
        text = f"local size is {cdp.local_size}, must be {', '.join(map(str, LOCAL_SIZES))}"
        yield broken(text, "D_LRN_CFG")


@LAYER_RULES.rule(
    "cdp-offset", "Offsets of convertors have as many bits as the part looks at.", ARITHMETIC, breakers.wide_offset
)
def _offsets(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.precision not in WIDTHS:
        return
    widths = WIDTHS[cdp.precision]
    for name, convertor, bits in (
        ("DATIN_OFFSET", cdp.in_convertor, widths.in_offset),
        ("DATOUT_OFFSET", cdp.out_convertor, widths.out_offset),
    ):
        if wrap(convertor.offset, bits) != convertor.offset:
            low, high = limits(bits)
            yield broken(f"{name} is {convertor.offset}, of {cdp.precision} {low} to {high}", f"D_{name}")


@LAYER_RULES.rule(
    "cdp-line-stride", "Lines do not overlap: a line stride is at least a line.", FORMAT_LIMITS, breakers.line_stride
)
def _line_stride(cdp: Cdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(cdp, context.config):
        if text := short_line_stride(item.extent.name, item.extent):
            stride = item.register(item.extent.registers.line_stride)
            yield broken(text, stride, f"{READER}.D_DATA_CUBE_WIDTH")


@LAYER_RULES.rule(
    "cdp-surface-stride",
    "Surfaces do not overlap: a surface stride is at least a surface.",
    FORMAT_LIMITS,
    breakers.surface_stride,
)
def _surface_stride(cdp: Cdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(cdp, context.config):
        if text := short_surface_stride(f"{item.extent.name} surface", item.extent, "surface"):
            stride = item.register(item.extent.registers.surface_stride)
            yield broken(text, stride, f"{READER}.D_DATA_CUBE_HEIGHT")


@LAYER_RULES.rule(
    "cdp-point-packed",
    "A cube of 1x1 pixels is packed: both strides are those of a pixel.",
    FORMAT_LIMITS,
    breakers.point,
)
def _point(cdp: Cdp, context: Context) -> Iterator[Broken]:
    if not cdp.width == cdp.height == 1:
        return
    atom = context.config.atom_bytes
    for item in surfaces(cdp, context.config):
        names, side = item.extent.registers, item.extent.side
        if (side.line_stride_bytes, side.surface_stride_bytes) != (atom, atom):
            strides = f"{side.line_stride_bytes}/{side.surface_stride_bytes}"
            text = f"strides of a 1x1 {names.name} are {strides} bytes (line/surface), both must be {atom}"
            yield broken(text, item.register(names.line_stride), item.register(names.surface_stride))


@LAYER_RULES.rule(
    "cdp-address-range",
    "What is read and written does not run over the end of the address space.",
    GUIDE,
    breakers.address_range,
)
def _address_range(cdp: Cdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(cdp, context.config):
        if text := past_the_end(item.extent, context.config):
            names = item.extent.registers
            yield broken(text, item.register(names.address_low), item.register(names.address_high))
