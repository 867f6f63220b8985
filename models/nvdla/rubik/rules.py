"""What is legal for a Rubik layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.rubik import breakers
from models.nvdla.rubik.contract_rules import CONTRACT_RULES, GUIDE, LIMITS, Context
from models.nvdla.rubik.descriptor import MODES, UNIT, Rubik
from models.nvdla.rubik.extents import cube_extents, planar_side, plane_extents
from models.nvdla.rubik.sides import CUBE_IN, CUBE_OUT
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.rules import broken_in, past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, Rule, RuleList

_broken = partial(broken_in, UNIT)


LAYER_RULES = RuleList[Rubik, HwConfig](Rubik)


@LAYER_RULES.rule("rubik-reserved", "Mode and precision are none of the reserved values.", GUIDE, breakers.reserved)
def _reserved(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode not in MODES:
        yield _broken(f"RUBIK_MODE is the reserved value {rubik.mode}", "D_MISC_CFG")
    if rubik.precision not in ELEMENT_BYTES:
        yield _broken(f"IN_PRECISION is the reserved value {rubik.precision}", "D_MISC_CFG")


@LAYER_RULES.rule(
    "rubik-planar-alignment",
    "Address and strides of planar data are multiples of a memory beat (64 bytes on nv_full).",
    LIMITS,
    breakers.planar_alignment,
)
def _planar_alignment(rubik: Rubik, context: Context) -> Iterator[Broken]:
    planar = planar_side(rubik)
    if planar is None:
        return
    registers, side = planar
    align_bytes = context.config.plane_align_bytes
    for what, value, register in (
        ("address", side.address, registers.address_low),
        ("line stride", side.line_stride_bytes, registers.line_stride),
        ("plane stride", side.surface_stride_bytes, registers.surface_stride),
    ):
        if value % align_bytes:
            text = f"planar {what} {value:#x} of the {registers.name} is no multiple of {align_bytes} bytes"
            yield _broken(text, register)


@LAYER_RULES.rule(
    "rubik-line-stride", "Lines do not overlap: a line stride is at least a line.", GUIDE, breakers.line_stride
)
def _line_stride(rubik: Rubik, context: Context) -> Iterator[Broken]:
    named = [(cube.name, cube) for cube in cube_extents(rubik, context.config)]
    named += [("planar", planes) for planes in plane_extents(rubik)]
    for name, extent in named:
        if text := short_line_stride(name, extent):
            yield _broken(text, extent.registers.line_stride, "D_DATAIN_SIZE_0")


@LAYER_RULES.rule(
    "rubik-surface-stride",
    "Surfaces do not overlap: a surface stride is at least a surface.",
    GUIDE,
    breakers.surface_stride,
)
def _surface_stride(rubik: Rubik, context: Context) -> Iterator[Broken]:
    for cube in cube_extents(rubik, context.config):
        if text := short_surface_stride(f"{cube.name} surface", cube, "surface"):
            yield _broken(text, cube.registers.surface_stride)


@LAYER_RULES.rule(
    "rubik-planar-stride", "Planes do not overlap: a planar stride is at least a plane.", GUIDE, breakers.planar_stride
)
def _planar_stride(rubik: Rubik, _: Context) -> Iterator[Broken]:
    for planes in plane_extents(rubik):
        if text := short_surface_stride("planar", planes, "plane"):
            yield _broken(text, planes.registers.surface_stride)


@LAYER_RULES.rule(
    "rubik-split-channels",
    "A split has at most as many planes as its input has channels.",
    GUIDE,
    breakers.split_channels,
)
def _split_channels(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode == "SPLIT" and rubik.out_channels > rubik.channels:
        text = f"{rubik.out_channels} planes of {rubik.channels} input channels"
        yield _broken(text, "D_DATAOUT_SIZE_1", "D_DATAIN_SIZE_1")


@LAYER_RULES.rule(
    "rubik-address-range", "No side runs over the end of the address space.", GUIDE, breakers.address_range
)
def _address_range(rubik: Rubik, context: Context) -> Iterator[Broken]:
    config = context.config
    whole_atoms = [
        replace(planes, line_bytes=ceil_div(planes.line_bytes, config.atom_bytes) * config.atom_bytes)
        for planes in plane_extents(rubik)
    ]
    for extent in (*cube_extents(rubik, config), *whole_atoms):
        if text := past_the_end(extent, config):
            yield _broken(text, extent.registers.address_low, extent.registers.address_high)


@LAYER_RULES.rule("rubik-overlap", "A layer does not write what it reads.", GUIDE, breakers.overlap)
def _overlap(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if not rubik.known:
        return
    try:
        (write,), (read,) = rubik.writes(context.config), rubik.reads(context.config)
    except ValueError:
        return  # refused: too large, or in a memory that is not there
    if overlap(write, read) is not None:
        yield _broken("the output overlaps the input", CUBE_IN.address_low, CUBE_OUT.address_low)


RULES: tuple[Rule[Rubik, HwConfig], ...] = (*LAYER_RULES, *CONTRACT_RULES)
