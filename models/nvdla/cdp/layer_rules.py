"""What is legal of CDP's number formats, its neighbourhood, and of where it reads and writes."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.cdp import breakers
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import LOCAL_SIZES, READER, Cdp
from models.nvdla.cdp.sections import (
    ARITHMETIC,
    CDP_LIMITS,
    FORMAT_LIMITS,
    GUIDE,
    CdpRule,
    Context,
    broken,
    surfaces,
)
from models.nvdla.numbers.rounding import limits, wrap
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.rules import absent_precision, past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, Rule


def _reserved(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.precision not in ELEMENT_BYTES:
        text = f"INPUT_DATA_TYPE is the reserved value {cdp.precision}"
        yield broken(text, "D_DATA_FORMAT", f"{READER}.D_DATA_FORMAT")


def _absent_precision(cdp: Cdp, context: Context) -> Iterator[Broken]:
    if text := absent_precision((cdp.precision,), context.config):
        yield broken(text, "D_DATA_FORMAT")


def _local_size(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.local_size not in LOCAL_SIZES:
        text = f"local size is {cdp.local_size}, must be {', '.join(map(str, LOCAL_SIZES))}"
        yield broken(text, "D_LRN_CFG")


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


def _line_stride(cdp: Cdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(cdp, context.config):
        if text := short_line_stride(item.extent.name, item.extent):
            stride = item.register(item.extent.registers.line_stride)
            yield broken(text, stride, f"{READER}.D_DATA_CUBE_WIDTH")


def _surface_stride(cdp: Cdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(cdp, context.config):
        if text := short_surface_stride(f"{item.extent.name} surface", item.extent, "surface"):
            stride = item.register(item.extent.registers.surface_stride)
            yield broken(text, stride, f"{READER}.D_DATA_CUBE_HEIGHT")


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


def _address_range(cdp: Cdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(cdp, context.config):
        if text := past_the_end(item.extent, context.config):
            names = item.extent.registers
            yield broken(text, item.register(names.address_low), item.register(names.address_high))


LAYER_RULES: tuple[CdpRule, ...] = (
    Rule(
        name="cdp-reserved",
        of=Cdp,
        text="The precision is no reserved value.",
        section=GUIDE,
        find=_reserved,
        break_it=breakers.reserved,
    ),
    Rule(
        name="cdp-absent-precision",
        of=Cdp,
        text="CDP works in a precision that the configuration has.",
        section="docs/configurations.md, 'What is absent'",
        find=_absent_precision,
        break_it=breakers.missing_precision,
    ),
    Rule(
        name="cdp-local-size",
        of=Cdp,
        text="The squares of 3, 5, 7 or 9 channels are added up.",
        section=CDP_LIMITS,
        find=_local_size,
        break_it=lambda _case, _rng: None,  # its field has no value for another one
    ),
    Rule(
        name="cdp-offset",
        of=Cdp,
        text="Offsets of convertors have as many bits as the part looks at.",
        section=ARITHMETIC,
        find=_offsets,
        break_it=breakers.wide_offset,
    ),
    Rule(
        name="cdp-line-stride",
        of=Cdp,
        text="Lines do not overlap: a line stride is at least a line.",
        section=FORMAT_LIMITS,
        find=_line_stride,
        break_it=breakers.line_stride,
    ),
    Rule(
        name="cdp-surface-stride",
        of=Cdp,
        text="Surfaces do not overlap: a surface stride is at least a surface.",
        section=FORMAT_LIMITS,
        find=_surface_stride,
        break_it=breakers.surface_stride,
    ),
    Rule(
        name="cdp-point-packed",
        of=Cdp,
        text="A cube of 1x1 pixels is packed: both strides are those of a pixel.",
        section=FORMAT_LIMITS,
        find=_point,
        break_it=breakers.point,
    ),
    Rule(
        name="cdp-address-range",
        of=Cdp,
        text="What is read and written does not run over the end of the address space.",
        section=GUIDE,
        find=_address_range,
        break_it=breakers.address_range,
    ),
)
