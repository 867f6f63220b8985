"""What is legal of PDP's numbers, and of where it reads and writes."""

from __future__ import annotations

from collections.abc import Iterator

from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.pdp.pooling.window import PAD_BITS, RECIPROCAL_ONE
from models.nvdla.pdp.registers import SOURCE
from models.nvdla.pdp.rules import format_breakers as breakers
from models.nvdla.pdp.rules.sections import (
    ABSENT_PAGE,
    FORMAT_LIMITS,
    GUIDE,
    LEGAL_PAGE,
    Context,
    broken,
    surfaces,
)
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.rules import absent_precision, past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, RuleList

FORMAT_RULES = RuleList[Pdp, HwConfig](Pdp)


@FORMAT_RULES.rule(
    "pdp-reserved", "Neither the precision nor the method is a reserved value.", GUIDE, breakers.reserved
)
def _reserved(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.precision not in ELEMENT_BYTES:
        yield broken(f"INPUT_DATA is the reserved value {pdp.precision}", "D_DATA_FORMAT")
    if pdp.method not in METHODS:
        yield broken(f"POOLING_METHOD is the reserved value {pdp.method}", "D_OPERATION_MODE_CFG")


@FORMAT_RULES.rule(
    "pdp-absent-precision",
    "PDP reads and writes precisions that the configuration has.",
    ABSENT_PAGE,
    breakers.missing_precision,
)
def _absent_precision(pdp: Pdp, context: Context) -> Iterator[Broken]:
    if text := absent_precision((pdp.precision,), context.config):
        yield broken(text, "D_DATA_FORMAT")


@FORMAT_RULES.rule(
    "pdp-pad-value",
    "In an average of integers PAD_VALUE_nX is n times a number of the precision, with its sign.",
    LEGAL_PAGE,
    breakers.pad_values,
)
def _pad_values(pdp: Pdp, _: Context) -> Iterator[Broken]:
    bits = PAD_BITS.get(pdp.precision)
    if bits is None or not pdp.averages or not (pdp.x.needs_pads or pdp.y.needs_pads):
        return
    for count, width in enumerate(bits, 1):
        value, limit = pdp.average.pads.values[count], 1 << width - 1
        if not -limit <= value < limit:
            text = (
                f"PAD_VALUE_{count}X {value} is not {count} times a number of {pdp.precision}: {width} bits hold those"
            )
            yield broken(text, f"D_POOLING_PADDING_VALUE_{count}_CFG")


@FORMAT_RULES.rule(
    "pdp-reciprocal",
    "In an average of integers a reciprocal is at most 65536 divided by the kernel's size, rounded up.",
    LEGAL_PAGE,
    breakers.reciprocals,
)
def _reciprocals(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if not pdp.averages or pdp.precision not in PAD_BITS:
        return
    for side, kernel, value in (
        ("WIDTH", pdp.x.kernel, pdp.average.recip_width),
        ("HEIGHT", pdp.y.kernel, pdp.average.recip_height),
    ):
        if value > (most := ceil_div(RECIPROCAL_ONE, kernel)):
            text = f"RECIP_KERNEL_{side} {value} is more than 65536 / {kernel}, at most {most}"
            yield broken(text, f"D_RECIP_KERNEL_{side}", "D_POOLING_KERNEL_CFG")


@FORMAT_RULES.rule(
    "pdp-line-stride", "Lines do not overlap: a line stride is at least a line.", FORMAT_LIMITS, breakers.line_stride
)
def _line_stride(pdp: Pdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(pdp, context.config):
        if text := short_line_stride(item.extent.name, item.extent):
            yield broken(text, item.register(item.extent.registers.line_stride), item.register(item.width))


@FORMAT_RULES.rule(
    "pdp-surface-stride",
    "Surfaces do not overlap: a surface stride is at least a surface.",
    FORMAT_LIMITS,
    breakers.surface_stride,
)
def _surface_stride(pdp: Pdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(pdp, context.config):
        if text := short_surface_stride(f"{item.extent.name} surface", item.extent, "surface"):
            yield broken(text, item.register(item.extent.registers.surface_stride), item.register(item.height))


@FORMAT_RULES.rule(
    "pdp-address-range",
    "What is read and written does not run over the end of the address space.",
    GUIDE,
    breakers.address_range,
)
def _address_range(pdp: Pdp, context: Context) -> Iterator[Broken]:
    for item in surfaces(pdp, context.config):
        if text := past_the_end(item.extent, context.config):
            names = item.extent.registers
            yield broken(text, item.register(names.address_low), item.register(names.address_high))


@FORMAT_RULES.rule(
    "pdp-overlap",
    "A layer does not write what it reads: it reads lines again, and ahead of what it writes.",
    LEGAL_PAGE,
    breakers.overlap,
)
def _overlap(pdp: Pdp, context: Context) -> Iterator[Broken]:
    try:
        (write,), reads = pdp.writes(context.config), pdp.reads(context.config)
    except ValueError:
        return  # refused: too large, in a memory that is not there, or with no place for what it reads
    if any(overlap(write, read) is not None for read in reads):
        yield broken("the output overlaps the input", f"PDP_RDMA.{SOURCE.address_low}", "D_DST_BASE_ADDR_LOW")
