"""What is legal for a Rubik layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator

from models.memory.hazards import overlap
from models.nvdla.config import HwConfig
from models.nvdla.rubik import mutants
from models.nvdla.rubik.descriptor import CONTRACT_WIDTH_AT_MOST, MODES, PLANE_ALIGN_BYTES, Rubik
from models.nvdla.surfaces.layout import ELEMENT_BYTES, TooLargeError, ceil_div
from models.nvdla.surfaces.rules import past_the_end, short_line_stride, short_surface_stride
from models.nvdla.surfaces.side import Side
from models.rules import Broken, Rule, RuleContext

GUIDE = "guide, 'Rubik programming'"
LIMITS = "guide, 'Limitation', Rubik"

Context = RuleContext[HwConfig]

_SIDES = (("source", "DAIN"), ("destination", "DAOUT"))


def _known(rubik: Rubik) -> bool:
    return rubik.mode in MODES and rubik.precision in ELEMENT_BYTES


def _planar(rubik: Rubik) -> tuple[str, str] | None:
    """Which side is planar: its name and the beginning of its registers' names."""
    return {"MERGE": _SIDES[0], "SPLIT": _SIDES[1]}.get(rubik.mode)


def _cubes(rubik: Rubik, config: HwConfig) -> Iterator[tuple[str, str, Side, tuple[int, int, int]]]:
    """The sides that are cubes: name, beginning of register names, side, and surfaces, lines and pixels of a line."""
    if not _known(rubik):
        return
    atom_elements = config.atom_bytes // rubik.element_bytes
    planar = _planar(rubik)
    for name, short in _SIDES:
        if planar and name == planar[0]:
            continue
        surfaces = ceil_div(rubik.out_channels if rubik.mode != "MERGE" else rubik.channels, atom_elements)
        height, width = rubik.height, rubik.width
        if rubik.mode == "CONTRACT" and name == "source":
            surfaces *= rubik.x_stride * rubik.y_stride
        elif rubik.mode == "CONTRACT":
            height, width = height * rubik.y_stride, width * rubik.x_stride
        side: Side = getattr(rubik, name)
        yield name, short, side, (surfaces, height, width)


def _reserved(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode not in MODES:
        yield Broken(f"RUBIK_MODE is the reserved value {rubik.mode}", ("RBK.D_MISC_CFG",))
    if rubik.precision not in ELEMENT_BYTES:
        yield Broken(f"IN_PRECISION is the reserved value {rubik.precision}", ("RBK.D_MISC_CFG",))


def _planar_alignment(rubik: Rubik, _: Context) -> Iterator[Broken]:
    planar = _planar(rubik)
    if planar is None:
        return
    name, short = planar
    side: Side = getattr(rubik, name)
    for what, value, register in (
        ("address", side.address, "ADDR_LOW"),
        ("line stride", side.line_stride_bytes, "LINE_STRIDE"),
        ("plane stride", side.surface_stride_bytes, "PLANAR_STRIDE"),
    ):
        if value % PLANE_ALIGN_BYTES:
            text = f"planar {what} {value:#x} of the {name} is no multiple of {PLANE_ALIGN_BYTES} bytes"
            yield Broken(text, (f"RBK.D_{short}_{register}",))


def _plane_extent(rubik: Rubik) -> tuple[int, int]:
    """Planes, and bytes of a line."""
    planes = rubik.channels if rubik.mode == "MERGE" else rubik.out_channels
    return planes, rubik.width * rubik.element_bytes


def _line_stride(rubik: Rubik, context: Context) -> Iterator[Broken]:
    sides = [
        (name, short, side, height, width * context.config.atom_bytes)
        for name, short, side, (_, height, width) in _cubes(rubik, context.config)
    ]
    planar = _planar(rubik)
    if planar and _known(rubik):
        sides.append(("planar", planar[1], getattr(rubik, planar[0]), rubik.height, _plane_extent(rubik)[1]))
    for name, short, side, lines, line_bytes in sides:
        if text := short_line_stride(name, side, lines, line_bytes):
            yield Broken(text, (f"RBK.D_{short}_LINE_STRIDE", "RBK.D_DATAIN_SIZE_0"))


def _surface_stride(rubik: Rubik, context: Context) -> Iterator[Broken]:
    for name, short, side, (surfaces, height, width) in _cubes(rubik, context.config):
        line_bytes = width * context.config.atom_bytes
        if text := short_surface_stride(f"{name} surface", side, (surfaces, height), line_bytes, "surface"):
            yield Broken(text, (f"RBK.D_{short}_SURF_STRIDE",))


def _planar_stride(rubik: Rubik, _: Context) -> Iterator[Broken]:
    planar = _planar(rubik)
    if planar is None or not _known(rubik):
        return
    name, short = planar
    planes, line_bytes = _plane_extent(rubik)
    if text := short_surface_stride("planar", getattr(rubik, name), (planes, rubik.height), line_bytes, "plane"):
        yield Broken(text, (f"RBK.D_{short}_PLANAR_STRIDE",))


def _split_channels(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode == "SPLIT" and rubik.out_channels > rubik.channels:
        text = f"{rubik.out_channels} planes of {rubik.channels} input channels"
        yield Broken(text, ("RBK.D_DATAOUT_SIZE_1", "RBK.D_DATAIN_SIZE_1"))


def _contract_channels(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if rubik.mode != "CONTRACT" or not _known(rubik):
        return
    groups = rubik.x_stride * rubik.y_stride
    elements = context.config.atom_bytes // rubik.element_bytes
    padded = ceil_div(rubik.out_channels, elements) * elements
    if rubik.channels not in (rubik.out_channels * groups, padded * groups):
        text = (
            f"{rubik.channels} input channels are not {groups} times {rubik.out_channels} (or {padded}) output channels"
        )
        yield Broken(text, ("RBK.D_DATAIN_SIZE_1", "RBK.D_DATAOUT_SIZE_1"))


def _contract_group(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if rubik.mode != "CONTRACT" or not _known(rubik):
        return
    elements = context.config.atom_bytes // rubik.element_bytes
    group_bytes = ceil_div(rubik.out_channels, elements) * rubik.source.surface_stride_bytes
    if rubik.contract_group_bytes != group_bytes:
        text = f"CONTRACT_STRIDE_0 is {rubik.contract_group_bytes}, expected {group_bytes}"
        yield Broken(text, ("RBK.D_CONTRACT_STRIDE_0",))


def _contract_line(rubik: Rubik, _: Context) -> Iterator[Broken]:
    line_bytes = rubik.y_stride * rubik.destination.line_stride_bytes
    if rubik.mode == "CONTRACT" and rubik.contract_line_bytes != line_bytes:
        text = f"CONTRACT_STRIDE_1 is {rubik.contract_line_bytes}, expected {line_bytes}"
        yield Broken(text, ("RBK.D_CONTRACT_STRIDE_1",))


def _contract_width(rubik: Rubik, _: Context) -> Iterator[Broken]:
    if rubik.mode == "CONTRACT" and rubik.x_stride * rubik.width > CONTRACT_WIDTH_AT_MOST:
        text = f"x stride times width is {rubik.x_stride * rubik.width}, at most {CONTRACT_WIDTH_AT_MOST}"
        yield Broken(text, ("RBK.D_DECONV_STRIDE", "RBK.D_DATAIN_SIZE_0"))


def _address_range(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if not _known(rubik):
        return
    config = context.config
    sides = [
        (name, short, side, (surfaces, height), width * config.atom_bytes)
        for name, short, side, (surfaces, height, width) in _cubes(rubik, config)
    ]
    planar = _planar(rubik)
    if planar:
        planes, line_bytes = _plane_extent(rubik)
        whole = ceil_div(line_bytes, config.atom_bytes) * config.atom_bytes
        sides.append((*planar, getattr(rubik, planar[0]), (planes, rubik.height), whole))
    for name, short, side, extent, line_bytes in sides:
        if text := past_the_end(name, side, extent, line_bytes, config):
            yield Broken(text, (f"RBK.D_{short}_ADDR_LOW", f"RBK.D_{short}_ADDR_HIGH"))


def _overlap(rubik: Rubik, context: Context) -> Iterator[Broken]:
    if not _known(rubik):
        return
    try:
        (write,), (read,) = rubik.writes(context.config), rubik.reads(context.config)
    except TooLargeError:
        return  # refused for its size
    if overlap(write, read) is not None:
        yield Broken("the output overlaps the input", ("RBK.D_DAIN_ADDR_LOW", "RBK.D_DAOUT_ADDR_LOW"))


RULES: tuple[Rule[Rubik, HwConfig], ...] = (
    Rule(
        name="rubik-reserved",
        of=Rubik,
        text="Mode and precision are none of the reserved values.",
        section=GUIDE,
        judge=_reserved,
        break_it=mutants.reserved,
    ),
    Rule(
        name="rubik-planar-alignment",
        of=Rubik,
        text="Address and strides of planar data are multiples of 64 bytes.",
        section=LIMITS,
        judge=_planar_alignment,
        break_it=mutants.planar_alignment,
    ),
    Rule(
        name="rubik-line-stride",
        of=Rubik,
        text="Lines do not overlap: a line stride is at least a line.",
        section=GUIDE,
        judge=_line_stride,
        break_it=mutants.line_stride,
    ),
    Rule(
        name="rubik-surface-stride",
        of=Rubik,
        text="Surfaces do not overlap: a surface stride is at least a surface.",
        section=GUIDE,
        judge=_surface_stride,
        break_it=mutants.surface_stride,
    ),
    Rule(
        name="rubik-planar-stride",
        of=Rubik,
        text="Planes do not overlap: a planar stride is at least a plane.",
        section=GUIDE,
        judge=_planar_stride,
        break_it=mutants.planar_stride,
    ),
    Rule(
        name="rubik-split-channels",
        of=Rubik,
        text="A split has at most as many planes as its input has channels.",
        section=GUIDE,
        judge=_split_channels,
        break_it=mutants.split_channels,
    ),
    Rule(
        name="rubik-contract-channels",
        of=Rubik,
        text="A contract's input has its output's channels once for each output pixel of an input pixel.",
        section=GUIDE,
        judge=_contract_channels,
        break_it=mutants.contract_channels,
    ),
    Rule(
        name="rubik-contract-stride-0",
        of=Rubik,
        text="CONTRACT_STRIDE_0 is the output's surfaces times the input's surface stride.",
        section=GUIDE,
        judge=_contract_group,
        break_it=mutants.contract_group,
    ),
    Rule(
        name="rubik-contract-stride-1",
        of=Rubik,
        text="CONTRACT_STRIDE_1 is the vertical factor times the output's line stride.",
        section=GUIDE,
        judge=_contract_line,
        break_it=mutants.contract_line,
    ),
    Rule(
        name="rubik-contract-width",
        of=Rubik,
        text="A contract's output is at most 8192 pixels wide.",
        section=LIMITS,
        judge=_contract_width,
        break_it=mutants.contract_width,
    ),
    Rule(
        name="rubik-address-range",
        of=Rubik,
        text="No side runs over the end of the address space.",
        section=GUIDE,
        judge=_address_range,
        break_it=mutants.address_range,
    ),
    Rule(
        name="rubik-overlap",
        of=Rubik,
        text="A layer does not write what it reads.",
        section=GUIDE,
        judge=_overlap,
        break_it=mutants.overlap,
    ),
)
