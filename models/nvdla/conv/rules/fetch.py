"""What is legal for what a convolution fetches: precisions, the input cube, where input and weights lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.breakers import one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, multiplied_as
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.conv.registers import MASK_ADDRESS, SIZES_ADDRESS, WEIGHT_ADDRESS
from models.nvdla.conv.rules import fetch_breakers as breakers
from models.nvdla.conv.rules.shared import (
    BUFFER,
    FORMAT_LIMITS,
    REGISTERS,
    RULES_PAGE,
    Context,
    ConvCase,
    ruled_sides,
    sized,
    small,
)
from models.nvdla.surfaces.ruled_side import RuledSide, behind_the_end
from models.nvdla.surfaces.rules import LINE_STRIDE, SURFACE_STRIDE, SurfaceRules, add_absent_precision
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.rules import Broken, RuleList

MISC = "CDMA.D_MISC_CFG"


def _first_cube(conv: Conv, config: HwConfig) -> list[RuledSide]:
    """The first one with the strides that registers have; a single pixel is read as if it were packed."""
    cubes = [] if isinstance(conv.input, ConvImage) else ruled_sides(conv, config)
    return [replace(ruled, side=conv.input.side) for ruled in cubes[:1]]


def _weight_surfaces(conv: Conv, config: HwConfig) -> Iterator[tuple[str, tuple[str, str], int, int]]:
    """Names, registers, addresses and sizes of what is read as weights."""
    weights = conv.weights
    yield "weight surface", WEIGHT_ADDRESS, weights.address, weights.size_bytes
    if (item := weights.compression) is not None:
        yield "weight mask", MASK_ADDRESS, item.mask_address, item.mask_bytes
        if conv.precision in ELEMENT_BYTES:
            size = weights.sizes_bytes(config, conv.precision)
            yield "surface of group sizes", SIZES_ADDRESS, item.sizes_address, size


def _last_atom(case: ConvCase, ram: str) -> int:
    """The address of the last atom of a memory."""
    config = case.context.config
    return (1 << config.port(ram).address_bits) - config.atom_bytes


FETCH_RULES = RuleList[Conv, HwConfig](Conv)


@FETCH_RULES.rule(
    "conv-reserved",
    "No precision is a reserved value.",
    REGISTERS,
    one_of(sets("input.precision", "0x3", of=small), sets("precision", "0x3", of=small)),
)
def _reserved(conv: Conv, _: Context) -> Iterator[Broken]:
    for field, precision in (("PROC_PRECISION", conv.precision), ("IN_PRECISION", conv.input.precision)):
        if precision not in ELEMENT_BYTES:
            yield Broken(f"{field} is the reserved value {precision}", (MISC,))


add_absent_precision(
    FETCH_RULES,
    "conv-absent-precision",
    "A convolution fetches and multiplies in precisions that the configuration has.",
    register=MISC,
    precisions=lambda conv: (conv.input.precision, conv.precision),
    small=small,
)


@FETCH_RULES.rule(
    "conv-precisions",
    "Data are multiplied in their own precision; the convertor takes integers, of features INT16 to FP16 too.",
    "docs/nvdla/convolution.md, 'CDMA convertor'",
    breakers.precisions,
)
def _precisions(conv: Conv, _: Context) -> Iterator[Broken]:
    if not sized(conv):
        return
    source = conv.input.precision
    converted = conv.input.convertor.enabled
    legal = multiplied_as(source, converted=converted, image=isinstance(conv.input, ConvImage))
    if conv.precision not in legal:
        how = "through the convertor" if converted else "without the convertor"
        text = f"{source} input is multiplied as {conv.precision}; {how} it can be {' or '.join(legal) or 'nothing'}"
        yield Broken(text, (MISC, "CDMA.D_CVT_CFG"))


_CUBE_RULES = SurfaceRules(rules=FETCH_RULES, unit="conv", sides=_first_cube, small=breakers.with_gaps)
_CUBE_RULES.add(LINE_STRIDE, FORMAT_LIMITS, "Lines of the input do not overlap: a line stride is at least a line.")
_CUBE_RULES.add(
    SURFACE_STRIDE, FORMAT_LIMITS, "Surfaces of the input do not overlap: a surface stride is at least a surface."
)


@FETCH_RULES.rule(
    "conv-packed",
    "LINE_PACKED and SURF_PACKED of CDMA say whether lines and surfaces follow each other without a gap.",
    REGISTERS,
    breakers.packed,
)
def _packed(conv: Conv, context: Context) -> Iterator[Broken]:
    cube, side, relaxed = conv.input, conv.input.side, "conv-packed" in context.config.relaxed_rules
    if isinstance(cube, ConvImage):
        return
    line_bytes, surface_bytes = cube.width * context.config.atom_bytes, cube.height * side.line_stride_bytes
    for name, flag, stride, packed, register in (
        ("LINE_PACKED", cube.line_packed, side.line_stride_bytes, line_bytes, "CDMA.D_LINE_STRIDE"),
        ("SURF_PACKED", cube.surface_packed, side.surface_stride_bytes, surface_bytes, "CDMA.D_SURF_STRIDE"),
    ):
        looked_at = name != "SURF_PACKED" or cube.width == cube.height == 1 or not relaxed
        if looked_at and flag != (stride == packed):
            text = f"{name} is {flag}, but the stride is {stride} bytes; packed it is {packed}"
            yield Broken(text, ("CDMA.D_DAIN_MAP", register))


@FETCH_RULES.rule(
    "conv-point-packed", "An input of 1x1 pixels is packed: both strides are an atom.", FORMAT_LIMITS, breakers.point
)
def _point(conv: Conv, context: Context) -> Iterator[Broken]:
    cube, atom = conv.input, context.config.atom_bytes
    if isinstance(cube, ConvImage):
        return
    strides = cube.side.line_stride_bytes, cube.side.surface_stride_bytes
    if cube.width == cube.height == 1 and strides != (atom, atom):
        text = f"strides of a 1x1 input are {strides[0]}/{strides[1]} bytes (line/surface), both must be {atom}"
        yield Broken(text, ("CDMA.D_LINE_STRIDE", "CDMA.D_SURF_STRIDE"))


@FETCH_RULES.rule(
    "conv-grains",
    "CDMA waits for room for one slice where lines are not packed, and never for more than the input has.",
    BUFFER,
    one_of(
        sets("input.grains", lambda case: case.subject.input.height + 1, of=small),
        sets("input.grains", lambda case: case.subject.input.height, of=breakers.line_gaps),
    ),
)
def _grains(conv: Conv, _: Context) -> Iterator[Broken]:
    cube, registers = conv.input, ("CDMA.D_FETCH_GRAIN", "CDMA.D_DAIN_MAP")
    if isinstance(cube, ConvImage) or conv.mode == WINOGRAD:  # they do not look at it
        return
    if not cube.line_packed and cube.grains != 1:
        yield Broken(f"{cube.grains} slices at a time of lines that are not packed, must be 1", registers)
    elif cube.grains > cube.height:
        yield Broken(f"{cube.grains} slices at a time, the input has {cube.height}", registers)


@FETCH_RULES.rule(
    "conv-address-range",
    "Neither input nor weights and what tells of them run over the end of the address space.",
    RULES_PAGE,
    one_of(
        sets("input.side.address", lambda case: _last_atom(case, case.subject.input.side.ram), of=small),
        sets("weights.address", lambda case: _last_atom(case, case.subject.weights.ram), of=small),
    ),
)
def _address_range(conv: Conv, context: Context) -> Iterator[Broken]:
    sides = ruled_sides(conv, context.config)
    for ruled in sides if isinstance(conv.input, ConvImage) else sides[-1:]:  # the others are in front of it
        if text := ruled.past_the_end(context.config):
            yield ruled.broken(text, ruled.registers.address_low, ruled.registers.address_high)
    for name, (low, high), address, size in _weight_surfaces(conv, context.config):
        if text := behind_the_end(f"the {name}", conv.weights.ram, address + size, context.config):
            yield Broken(text, (f"CDMA.{low}", f"CDMA.{high}"))
