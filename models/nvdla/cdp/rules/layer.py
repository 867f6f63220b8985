"""What is legal of CDP's number formats, its neighbourhood, and of where it reads and writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from models.breakers import cannot, one_of, sets
from models.numbers.rounding import limits
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.descriptor import LOCAL_SIZES, READER, UNIT, Cdp
from models.nvdla.cdp.registers import DESTINATION, SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.rules import (
    ADDRESS_RANGE,
    LINE_STRIDE,
    POINT_PACKED,
    SURFACE_STRIDE,
    SurfaceRules,
    add_absent_precision,
    broken_in,
    in_precision,
)
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.rules import Broken, Case, RuleContext, RuleList

GUIDE = "guide, 'CDP programming'"
CDP_LIMITS = "guide, 'Limitation', CDP"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
ARITHMETIC = "docs/nvdla/post_processing.md, 'CDP'"

Context = RuleContext[HwConfig]
CdpCase = Case[Cdp, HwConfig]

broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of CDP; those of CDP_RDMA are given with their block."""


def small(case: CdpCase, precision: str = "", shape: tuple[int, int, int] | None = None) -> Cdp:
    """A small legal layer in the memory and the precision of a case, or in another precision."""
    return Cdp.of(case.context.config, precision or case.subject.precision, shape, case.subject.source.ram)


of_bytes = in_precision(small, "INT8")
"""One of INT8, where the configuration has it."""


def offsets(bits: int, config: HwConfig) -> range:
    """Offsets that have so many bits: with their sign, on some parts also without."""
    low, high = limits(bits)
    return range(low, (2 * high + 1 if "cdp-offset" in config.relaxed_rules else high) + 1)


def beyond(bits: int) -> tuple[int, int]:
    """Signed numbers that need a bit more."""
    least, most = limits(bits + 1)
    return most // 2 + 1, least


def _offsets_beyond(bits: int) -> tuple[Callable[[CdpCase], int], int]:
    """Offsets that need a bit more."""
    return lambda case: offsets(bits, case.context.config).stop, beyond(bits)[1]


def _sides(cdp: Cdp, config: HwConfig) -> list[RuledSide]:
    """Input and output; nothing where they have no place, which is a rule of its own."""
    try:
        cubes = (
            ("source", READER, SOURCE, cdp.reading.layout(config)),
            ("destination", UNIT, DESTINATION, cdp.layout(config)),
        )
    except ValueError:
        return []
    return [
        RuledSide(
            place=place,
            block=block,
            registers=registers,
            side=cube.side,
            surfaces=cube.extent[0],
            lines=cube.extent[1],
            line_bytes=cube.line_bytes,
            pixel_bytes=config.atom_bytes if cdp.width == cdp.height == 1 else 0,
            width=f"{READER}.D_DATA_CUBE_WIDTH",
            height=f"{READER}.D_DATA_CUBE_HEIGHT",
        )
        for place, block, registers, cube in cubes
    ]


LAYER_RULES = RuleList[Cdp, HwConfig](Cdp)


@LAYER_RULES.rule("cdp-reserved", "The precision is no reserved value.", GUIDE, sets("precision", "0x3", of=small))
def _reserved(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.precision not in ELEMENT_BYTES:
        text = f"INPUT_DATA_TYPE is the reserved value {cdp.precision}"
        yield broken(text, "D_DATA_FORMAT", f"{READER}.D_DATA_FORMAT")


add_absent_precision(
    LAYER_RULES,
    "cdp-absent-precision",
    "CDP works in a precision that the configuration has.",
    register=f"{UNIT}.D_DATA_FORMAT",
    precisions=lambda cdp: (cdp.precision,),
    small=small,
)


@LAYER_RULES.rule("cdp-local-size", "The squares of 3, 5, 7 or 9 channels are added up.", CDP_LIMITS, cannot)
def _local_size(cdp: Cdp, _: Context) -> Iterator[Broken]:
    if cdp.local_size not in LOCAL_SIZES:
        text = f"local size is {cdp.local_size}, must be {', '.join(map(str, LOCAL_SIZES))}"
        yield broken(text, "D_LRN_CFG")


@LAYER_RULES.rule(
    "cdp-offset",
    "Offsets of convertors have as many bits as the part looks at.",
    ARITHMETIC,
    one_of(
        sets("in_convertor.offset", *_offsets_beyond(WIDTHS["INT8"].in_offset), of=of_bytes),
        sets("out_convertor.offset", *_offsets_beyond(WIDTHS["INT8"].out_offset), of=of_bytes),
    ),
)
def _offsets(cdp: Cdp, context: Context) -> Iterator[Broken]:
    if cdp.precision not in WIDTHS:
        return
    widths = WIDTHS[cdp.precision]
    for name, convertor, bits in (
        ("DATIN_OFFSET", cdp.in_convertor, widths.in_offset),
        ("DATOUT_OFFSET", cdp.out_convertor, widths.out_offset),
    ):
        legal = offsets(bits, context.config)
        if convertor.offset not in legal:
            text = f"{name} is {convertor.offset}, of {cdp.precision} {legal.start} to {legal.stop - 1}"
            yield broken(text, f"D_{name}")


_SURFACES = SurfaceRules(rules=LAYER_RULES, unit="cdp", sides=_sides, small=small)
_POINTS = replace(_SURFACES, small=lambda case: small(case, shape=(2 * case.context.config.atom_bytes, 1, 1)))
_SURFACES.add(LINE_STRIDE, FORMAT_LIMITS)
_SURFACES.add(SURFACE_STRIDE, FORMAT_LIMITS)
_POINTS.add(POINT_PACKED, FORMAT_LIMITS)
_SURFACES.add(ADDRESS_RANGE, GUIDE)
