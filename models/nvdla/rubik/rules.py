"""What is legal for a Rubik layer of any mode, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from models.breakers import adds, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.rubik.descriptor import MODES, UNIT, Rubik
from models.nvdla.rubik.sides import CUBE_IN, CUBE_OUT, PLANES_IN, PLANES_OUT
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.rules import (
    ADDRESS_RANGE,
    LINE_STRIDE,
    SURFACE_STRIDE,
    SurfaceRules,
    add_overlap,
    atoms,
    broken_in,
)
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.side_registers import SideRegisters
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from models.rules import Broken, Case, RuleContext, RuleList

GUIDE = "guide, 'Rubik programming'"
LIMITS = "guide, 'Limitation', Rubik"
PLANAR_STRIDE = replace(
    SURFACE_STRIDE, name="planar-stride", text="Planes do not overlap: a planar stride is at least a plane."
)

Context = RuleContext[HwConfig]
RubikCase = Case[Rubik, HwConfig]

broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of Rubik."""


def small(case: RubikCase, mode: str = "SPLIT", shape: tuple[int, int, int] | None = None) -> Rubik:
    """A small legal layer of a mode in the memories of a case."""
    rams = case.subject.source.ram, case.subject.destination.ram
    return Rubik.of(case.context.config, mode, shape=shape, rams=rams)


def _full_lines(case: RubikCase) -> Rubik:
    """One that is no contract, of the case's mode if that is none, whose lines are as long as their strides."""
    mode = "MERGE" if case.subject.mode == "MERGE" else "SPLIT"
    return small(case, mode, (2 * case.context.config.atom_bytes, 3, case.context.config.plane_align_bytes))


def _told(rubik: Rubik, config: HwConfig) -> list[RuledSide]:
    """Both sides, the planar one behind the cube, its lines as long as its elements; none if nothing is computed."""
    if not rubik.known:
        return []
    merge, split = rubik.mode == "MERGE", rubik.mode == "SPLIT"
    x, y, atom_bytes = rubik.x_stride, rubik.y_stride, config.atom_bytes
    channels = rubik.channels if merge else rubik.out_channels
    surfaces = ceil_div(channels * rubik.element_bytes, atom_bytes)
    cube_in = x * y * surfaces, rubik.height, rubik.width * atom_bytes
    cube_out = surfaces, y * rubik.height, x * rubik.width * atom_bytes
    sides = [] if merge else [_ruled("source", CUBE_IN, rubik.source, cube_in)]
    sides += [] if split else [_ruled("destination", CUBE_OUT, rubik.destination, cube_out)]
    if planar := _planar_side(rubik):
        planes = _ruled(*planar, (channels, rubik.height, rubik.width * rubik.element_bytes))
        sides.append(replace(planes, planar=True, unit_bytes=config.plane_align_bytes))
    return sides


def _ruled(place: str, registers: SideRegisters, side: Side, extent: tuple[int, int, int]) -> RuledSide:
    surfaces, lines, line_bytes = extent
    return RuledSide(
        place=place,
        block=UNIT,
        registers=registers,
        side=side,
        surfaces=surfaces,
        lines=lines,
        line_bytes=line_bytes,
        width="D_DATAIN_SIZE_0",
    )


def _planar_side(rubik: Rubik) -> tuple[str, SideRegisters, Side] | None:
    """The side that is planar: its field, its registers, itself."""
    if rubik.mode == "MERGE":
        return "source", PLANES_IN, rubik.source
    return ("destination", PLANES_OUT, rubik.destination) if rubik.mode == "SPLIT" else None


def _placed(rubik: Rubik, config: HwConfig) -> list[RuledSide]:
    """Both sides, lines of planes in whole atoms."""
    atom = config.atom_bytes
    return [replace(ruled, line_bytes=ceil_div(ruled.line_bytes, atom) * atom) for ruled in _told(rubik, config)]


def _to_beats(case: RubikCase, mode: str) -> Rubik | None:
    """A small layer of a mode, where an atom is no memory beat."""
    config = case.context.config
    return small(case, mode) if config.atom_bytes != config.plane_align_bytes else None


RULES = RuleList[Rubik, HwConfig](Rubik)


@RULES.rule(
    "rubik-reserved",
    "Mode and precision are none of the reserved values.",
    GUIDE,
    one_of(sets("precision", "0x3", of=small), sets("mode", "0x3", of=small)),
)
def _reserved(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode not in MODES:
        yield broken(f"RUBIK_MODE is the reserved value {rubik.mode}", "D_MISC_CFG")
    if rubik.precision not in ELEMENT_BYTES:
        yield broken(f"IN_PRECISION is the reserved value {rubik.precision}", "D_MISC_CFG")


@RULES.rule(
    "rubik-planar-alignment",
    "Address and strides of planar data are multiples of a memory beat (64 bytes on nv_full).",
    LIMITS,
    one_of(
        *(
            adds(f"{side}.{name}", atoms(1), of=partial(_to_beats, mode=mode))
            for side, mode in (("destination", "SPLIT"), ("source", "MERGE"))
            for name in ("address", "line_stride_bytes", "surface_stride_bytes")
        )
    ),
)
def _planar_alignment(rubik: Rubik, context: Context) -> Iterator[Broken]:
    planar = _planar_side(rubik)
    if planar is None:
        return
    _, registers, side = planar
    align_bytes = context.config.plane_align_bytes
    for what, value, register in (
        ("address", side.address, registers.address_low),
        ("line stride", side.line_stride_bytes, registers.line_stride),
        ("plane stride", side.surface_stride_bytes, registers.surface_stride),
    ):
        if value % align_bytes:
            text = f"planar {what} {value:#x} of the {registers.name} is no multiple of {align_bytes} bytes"
            yield broken(text, register)


_SIDES = SurfaceRules(rules=RULES, unit="rubik", sides=_told, small=_full_lines)
_CUBES = replace(_SIDES, sides=lambda rubik, config: [side for side in _told(rubik, config) if not side.planar])
_PLANES = replace(_SIDES, sides=lambda rubik, config: [side for side in _told(rubik, config) if side.planar])
_SIDES.add(LINE_STRIDE, GUIDE)
_CUBES.add(SURFACE_STRIDE, GUIDE)
_PLANES.add(PLANAR_STRIDE, GUIDE)


@RULES.rule(
    "rubik-split-channels",
    "A split has at most as many planes as its input has channels.",
    GUIDE,
    sets("channels", lambda case: case.subject.out_channels - 1, of=small),
)
def _split_channels(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode == "SPLIT" and rubik.out_channels > rubik.channels:
        text = f"{rubik.out_channels} planes of {rubik.channels} input channels"
        yield broken(text, "D_DATAOUT_SIZE_1", "D_DATAIN_SIZE_1")


replace(_SIDES, sides=_placed).add(ADDRESS_RANGE, GUIDE, "No side runs over the end of the address space.")
add_overlap(
    RULES,
    "rubik-overlap",
    "A layer does not write what it reads.",
    GUIDE,
    registers=(f"{UNIT}.{CUBE_IN.address_low}", f"{UNIT}.{CUBE_OUT.address_low}"),
    small=partial(small, mode="MERGE"),
)
