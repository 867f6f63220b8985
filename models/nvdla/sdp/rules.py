"""What is legal for an SDP layer on the fly, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.sdp import mutants
from models.nvdla.sdp.descriptor import FLYING_OUT, UNIT, X1_SHIFT_AT_MOST, Sdp
from models.nvdla.sdp.registers import DESTINATION
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.rules import (
    SideExtent,
    absent_precision,
    past_the_end,
    short_line_stride,
    short_surface_stride,
)
from models.rules import Broken, Rule, RuleContext

GUIDE = "guide, 'SDP programming'"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"

Context = RuleContext[HwConfig]


def _broken(text: str, *registers: str) -> Broken:
    return Broken(text, tuple(f"{UNIT}.{register}" for register in registers))


def _reserved(sdp: Sdp, _: Context) -> Iterator[Broken]:
    for field, precision in (("PROC_PRECISION", sdp.precision), ("OUT_PRECISION", sdp.out_precision)):
        if precision not in ELEMENT_BYTES:
            yield _broken(f"{field} is the reserved value {precision}", "D_DATA_FORMAT")


def _absent_precision(sdp: Sdp, context: Context) -> Iterator[Broken]:
    if text := absent_precision((sdp.precision, sdp.out_precision), context.config):
        yield _broken(text, "D_DATA_FORMAT")


def _precisions(sdp: Sdp, _: Context) -> Iterator[Broken]:
    allowed = FLYING_OUT.get(sdp.precision, ())
    if allowed and sdp.out_precision in ELEMENT_BYTES and sdp.out_precision not in allowed:
        text = f"{sdp.precision} is written as {sdp.out_precision}, it can be {' or '.join(allowed)}"
        yield _broken(text, "D_DATA_FORMAT")


def _twins(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if not {sdp.precision, sdp.out_precision} <= set(ELEMENT_BYTES) or not sdp.writes_twins:
        return
    of = "behind Winograd" if sdp.winograd else f"in {sdp.batches} batches"
    if sdp.winograd or sdp.batches > 1:
        text = f"{sdp.precision} is written as {sdp.out_precision} {of}, which has two surfaces for each that comes in"
        yield _broken(text, "D_DATA_FORMAT", "D_FEATURE_MODE_CFG")


def _outputs(sdp: Sdp, config: HwConfig) -> list[SideExtent]:
    """What it writes, batch by batch; nothing where it cannot be computed, which is a rule of its own."""
    try:
        layouts = [sdp.layout(config, batch) for batch in range(sdp.batches)]
    except ValueError:
        return []
    surfaces, lines, _ = layouts[0].extent
    return [SideExtent(DESTINATION, layout.side, surfaces, lines, layouts[0].line_bytes) for layout in layouts]


def _line_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    for output in _outputs(sdp, context.config)[:1]:
        if text := short_line_stride(output.name, replace(output, side=sdp.destination)):
            yield _broken(text, DESTINATION.line_stride, "D_DATA_CUBE_WIDTH")


def _surface_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    for output in _outputs(sdp, context.config)[:1]:
        if text := short_surface_stride(f"{output.name} surface", replace(output, side=sdp.destination), "surface"):
            yield _broken(text, DESTINATION.surface_stride, "D_DATA_CUBE_HEIGHT")


def _point(sdp: Sdp, context: Context) -> Iterator[Broken]:
    atom, side = context.config.atom_bytes, sdp.destination
    strides = side.line_stride_bytes, side.surface_stride_bytes
    if sdp.width == sdp.height == sdp.batches == 1 and strides != (atom, atom):
        text = f"strides of a 1x1 output are {strides[0]}/{strides[1]} bytes (line/surface), both must be {atom}"
        yield _broken(text, DESTINATION.line_stride, DESTINATION.surface_stride)


def _address_range(sdp: Sdp, context: Context) -> Iterator[Broken]:
    for output in _outputs(sdp, context.config)[-1:]:
        if text := past_the_end(output, context.config):
            yield _broken(text, DESTINATION.address_low, DESTINATION.address_high)


def _batch_alignment(sdp: Sdp, context: Context) -> Iterator[Broken]:
    pair, side = 2 * context.config.atom_bytes, sdp.destination
    if sdp.batches == 1:
        return
    for name, value, register in (
        ("address", side.address, DESTINATION.address_low),
        ("line stride", side.line_stride_bytes, DESTINATION.line_stride),
        ("surface stride", side.surface_stride_bytes, DESTINATION.surface_stride),
        ("batch stride", sdp.batch_stride_bytes, "D_DST_BATCH_STRIDE"),
    ):
        if value % pair:
            text = f"{name} {value:#x} of the output with several batches, must be a multiple of {pair}"
            yield _broken(text, register, "D_FEATURE_MODE_CFG")


def _batch_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    if sdp.batches == 1 or not _outputs(sdp, context.config):
        return
    size = sdp.layout(context.config).size_bytes
    if sdp.batch_stride_bytes < size:
        yield _broken(
            f"batch stride {sdp.batch_stride_bytes} is less than the {size} bytes of a cube", "D_DST_BATCH_STRIDE"
        )


def _shift(sdp: Sdp, _: Context) -> Iterator[Broken]:
    if not sdp.x1.bypass and sdp.x1.shift > X1_SHIFT_AT_MOST:
        yield _broken(f"BS_MUL_SHIFT_VALUE is {sdp.x1.shift}, at most {X1_SHIFT_AT_MOST}", "D_DP_BS_MUL_CFG")


RULES: tuple[Rule[Sdp, HwConfig], ...] = (
    Rule(
        name="sdp-reserved",
        of=Sdp,
        text="No precision is a reserved value.",
        section=GUIDE,
        find=_reserved,
        break_it=mutants.reserved,
    ),
    Rule(
        name="sdp-absent-precision",
        of=Sdp,
        text="SDP processes and writes precisions that the configuration has.",
        section="docs/configurations.md, 'What is absent'",
        find=_absent_precision,
        break_it=mutants.absent_precision,
    ),
    Rule(
        name="sdp-precisions",
        of=Sdp,
        text="Of what flies in, INT8 is written as an integer, INT16 and FP16 in 16 bits.",
        section="docs/nvdla/post_processing.md, 'SDP precisions that work'",
        find=_precisions,
        break_it=mutants.precisions,
    ),
    Rule(
        name="sdp-twin-surfaces",
        of=Sdp,
        text="INT8 is written in 16 bits neither with several batches nor behind Winograd.",
        section="docs/nvdla/post_processing.md, 'SDP precisions that work'",
        find=_twins,
        break_it=mutants.twins,
    ),
    Rule(
        name="sdp-line-stride",
        of=Sdp,
        text="Lines of the output do not overlap: a line stride is at least a line.",
        section=FORMAT_LIMITS,
        find=_line_stride,
        break_it=mutants.line_stride,
    ),
    Rule(
        name="sdp-surface-stride",
        of=Sdp,
        text="Surfaces of the output do not overlap: a surface stride is at least a surface.",
        section=FORMAT_LIMITS,
        find=_surface_stride,
        break_it=mutants.surface_stride,
    ),
    Rule(
        name="sdp-point-packed",
        of=Sdp,
        text="A single output of 1x1 pixels is packed: both strides are an atom.",
        section=FORMAT_LIMITS,
        find=_point,
        break_it=mutants.point,
    ),
    Rule(
        name="sdp-address-range",
        of=Sdp,
        text="The output does not run over the end of the address space.",
        section=GUIDE,
        find=_address_range,
        break_it=mutants.address_range,
    ),
    Rule(
        name="sdp-batch-alignment",
        of=Sdp,
        text="With several batches address and strides of the output are multiples of two atoms.",
        section="guide, 'Limitation', Winograd/Batch",
        find=_batch_alignment,
        break_it=mutants.batch_alignment,
    ),
    Rule(
        name="sdp-batch-stride",
        of=Sdp,
        text="Outputs of several batches do not overlap: a batch stride is at least a cube.",
        section="docs/nvdla/layouts.md, 'Feature cube'",
        find=_batch_stride,
        break_it=mutants.batch_stride,
    ),
    Rule(
        name="sdp-x1-shift",
        of=Sdp,
        text="X1 shifts by no more bits than the part looks at.",
        section="docs/nvdla/post_processing.md, 'SDP X1 and X2'",
        find=_shift,
        break_it=mutants.shift,
    ),
)
