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
from models.rules import Broken, Rule

_broken = partial(broken_in, UNIT)


def _reserved(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode not in MODES:
        yield _broken(f"RUBIK_MODE is the reserved value {rubik.mode}", "D_MISC_CFG")
    if rubik.precision not in ELEMENT_BYTES:
        yield _broken(f"IN_PRECISION is the reserved value {rubik.precision}", "D_MISC_CFG")


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


def _line_stride(rubik: Rubik, context: Context) -> Iterator[Broken]:
    named = [(cube.name, cube) for cube in cube_extents(rubik, context.config)]
    named += [("planar", planes) for planes in plane_extents(rubik)]
    for name, extent in named:
        if text := short_line_stride(name, extent):
            yield _broken(text, extent.registers.line_stride, "D_DATAIN_SIZE_0")


def _surface_stride(rubik: Rubik, context: Context) -> Iterator[Broken]:
    for cube in cube_extents(rubik, context.config):
        if text := short_surface_stride(f"{cube.name} surface", cube, "surface"):
            yield _broken(text, cube.registers.surface_stride)


def _planar_stride(rubik: Rubik, _: Context) -> Iterator[Broken]:
    for planes in plane_extents(rubik):
        if text := short_surface_stride("planar", planes, "plane"):
            yield _broken(text, planes.registers.surface_stride)


def _split_channels(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode == "SPLIT" and rubik.out_channels > rubik.channels:
        text = f"{rubik.out_channels} planes of {rubik.channels} input channels"
        yield _broken(text, "D_DATAOUT_SIZE_1", "D_DATAIN_SIZE_1")


def _address_range(rubik: Rubik, context: Context) -> Iterator[Broken]:
    config = context.config
    whole_atoms = [
        replace(planes, line_bytes=ceil_div(planes.line_bytes, config.atom_bytes) * config.atom_bytes)
        for planes in plane_extents(rubik)
    ]
    for extent in (*cube_extents(rubik, config), *whole_atoms):
        if text := past_the_end(extent, config):
            yield _broken(text, extent.registers.address_low, extent.registers.address_high)


def _overlap(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if not rubik.known:
        return
    try:
        (write,), (read,) = rubik.writes(context.config), rubik.reads(context.config)
    except ValueError:
        return  # refused: too large, or in a memory that is not there
    if overlap(write, read) is not None:
        yield _broken("the output overlaps the input", CUBE_IN.address_low, CUBE_OUT.address_low)


RULES: tuple[Rule[Rubik, HwConfig], ...] = (
    Rule(
        name="rubik-reserved",
        of=Rubik,
        text="Mode and precision are none of the reserved values.",
        section=GUIDE,
        find=_reserved,
        break_it=breakers.reserved,
    ),
    Rule(
        name="rubik-planar-alignment",
        of=Rubik,
        text="Address and strides of planar data are multiples of a memory beat (64 bytes on nv_full).",
        section=LIMITS,
        find=_planar_alignment,
        break_it=breakers.planar_alignment,
    ),
    Rule(
        name="rubik-line-stride",
        of=Rubik,
        text="Lines do not overlap: a line stride is at least a line.",
        section=GUIDE,
        find=_line_stride,
        break_it=breakers.line_stride,
    ),
    Rule(
        name="rubik-surface-stride",
        of=Rubik,
        text="Surfaces do not overlap: a surface stride is at least a surface.",
        section=GUIDE,
        find=_surface_stride,
        break_it=breakers.surface_stride,
    ),
    Rule(
        name="rubik-planar-stride",
        of=Rubik,
        text="Planes do not overlap: a planar stride is at least a plane.",
        section=GUIDE,
        find=_planar_stride,
        break_it=breakers.planar_stride,
    ),
    Rule(
        name="rubik-split-channels",
        of=Rubik,
        text="A split has at most as many planes as its input has channels.",
        section=GUIDE,
        find=_split_channels,
        break_it=breakers.split_channels,
    ),
    *CONTRACT_RULES,
    Rule(
        name="rubik-address-range",
        of=Rubik,
        text="No side runs over the end of the address space.",
        section=GUIDE,
        find=_address_range,
        break_it=breakers.address_range,
    ),
    Rule(
        name="rubik-overlap",
        of=Rubik,
        text="A layer does not write what it reads.",
        section=GUIDE,
        find=_overlap,
        break_it=breakers.overlap,
    ),
)
