"""What is legal of where SDP reads and writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.breakers import adds, field_at, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.operators.operand_registers import SOURCE
from models.nvdla.sdp.registers import DESTINATION
from models.nvdla.sdp.rules.shared import (
    ADDING,
    BATCH_LIMITS,
    FORMAT_LIMITS,
    GUIDE,
    Context,
    SdpCase,
    batches,
    broken,
    given_operands,
    operands,
)
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.rules import ADDRESS_RANGE, LINE_STRIDE, POINT_PACKED, SURFACE_STRIDE, SurfaceRules, atoms
from models.nvdla.surfaces.side_registers import SideRegisters
from models.nvdla.surfaces.surface_layout import SurfaceLayout
from models.rules import Broken, RuleList


def _placed(sdp: Sdp, config: HwConfig) -> list[RuledSide]:
    """All that it reads and writes, of several batches the last; nothing where it has no place: a rule of its own."""
    try:
        return list(_laid_out(sdp, config))
    except ValueError:
        return []


def _laid_out(sdp: Sdp, config: HwConfig) -> Iterator[RuledSide]:
    reading, single = sdp.reading, sdp.width == sdp.height == sdp.batches == 1
    reading.need_known()
    atom_bytes = config.atom_bytes if single else 0
    if sdp.source is not None:
        yield _ruled("source.side", (READER, SOURCE), reading.input_layout(config), atom_bytes)
    for names, operator in given_operands(sdp):
        if operator.operands is not None:
            layout = reading.operand_layout(operator.operands, config)
            group_bytes = layout.group_bytes if single and layout.per_element else 0
            yield _ruled(f"{names.operator}.operands.side", (READER, names.side), layout, group_bytes)
    if not sdp.writes_nothing:
        yield _ruled("destination", (UNIT, DESTINATION), sdp.layout(config, sdp.batches - 1), atom_bytes)


def _ruled(place: str, told_by: tuple[str, SideRegisters], layout: SurfaceLayout, pixel_bytes: int) -> RuledSide:
    surfaces, lines, _ = layout.extent
    return RuledSide(
        place=place,
        block=told_by[0],
        registers=told_by[1],
        side=layout.side,
        surfaces=surfaces,
        lines=lines,
        line_bytes=layout.line_bytes,
        pixel_bytes=pixel_bytes,
        width="D_DATA_CUBE_WIDTH",
        height="D_DATA_CUBE_HEIGHT",
    )


def _told(sdp: Sdp, config: HwConfig) -> list[RuledSide]:
    """The same with what registers tell: all batches have the strides of the first one, a pixel has strides too."""
    return [replace(ruled, side=field_at(sdp, ruled.place)) for ruled in _placed(sdp, config)]


def _reading(case: SdpCase, shape: tuple[int, int, int] | None = None) -> Sdp:
    """A small layer with its input in memory, and an operand of X1 for each element."""
    precision, ram = case.subject.precision, case.subject.destination.ram
    sdp = Sdp.of(case.context.config, precision, shape, ram, reading=precision)
    return replace(sdp, x1=replace(ADDING, operands=operands(case, sdp)))


def _two_surfaces(case: SdpCase) -> tuple[int, int, int]:
    """The shape of a pixel with more channels than an atom."""
    return 2 * case.context.config.atom_bytes, 1, 1


def _batches_with_operands(case: SdpCase) -> Sdp:
    """Two batches, with an operand of X1 for each kernel."""
    sdp = batches(case)
    return replace(sdp, x1=replace(ADDING, operands=replace(operands(case, sdp), per_element=False)))


SHAPE_RULES = RuleList[Sdp, HwConfig](Sdp)
_STRIDES = SurfaceRules(rules=SHAPE_RULES, unit="sdp", sides=_told, small=_reading)
_STRIDES.add(LINE_STRIDE, FORMAT_LIMITS)
_STRIDES.add(SURFACE_STRIDE, FORMAT_LIMITS)
replace(_STRIDES, small=lambda case: _reading(case, _two_surfaces(case))).add(
    POINT_PACKED, FORMAT_LIMITS, "A single cube of 1x1 pixels is packed: both strides are those of a pixel."
)
replace(_STRIDES, sides=_placed).add(ADDRESS_RANGE, GUIDE)


@SHAPE_RULES.rule(
    "sdp-batch-alignment",
    "With several batches address and strides of output and address of operands are multiples of two atoms.",
    BATCH_LIMITS,
    one_of(
        *(
            adds(f"destination.{name}", atoms(1), of=batches)
            for name in ("address", "line_stride_bytes", "surface_stride_bytes")
        ),
        adds("batch_stride_bytes", atoms(1), of=batches),
        adds("x1.operands.side.address", atoms(1), of=_batches_with_operands),
    ),
)
def _batch_alignment(sdp: Sdp, context: Context) -> Iterator[Broken]:
    pair, side = 2 * context.config.atom_bytes, sdp.destination
    if sdp.batches == 1:
        return
    places = [
        ("address of the output", side.address, DESTINATION.address_low),
        ("line stride of the output", side.line_stride_bytes, DESTINATION.line_stride),
        ("surface stride of the output", side.surface_stride_bytes, DESTINATION.surface_stride),
        ("batch stride of the output", sdp.batch_stride_bytes, "D_DST_BATCH_STRIDE"),
    ]
    for names, operator in given_operands(sdp):
        if operator.operands is not None:
            register = f"{READER}.{names.side.address_low}"
            places.append((f"address of the {names.label}", operator.operands.side.address, register))
    for name, value, register in places:
        if value % pair:
            text = f"{name} {value:#x} with several batches, must be a multiple of {pair}"
            yield broken(text, register, "D_FEATURE_MODE_CFG")


def _short_batches(case: SdpCase) -> int:
    """A batch stride with which cubes overlap by two atoms."""
    return case.subject.layout(case.context.config).size_bytes - 2 * case.context.config.atom_bytes


@SHAPE_RULES.rule(
    "sdp-batch-stride",
    "Outputs of several batches do not overlap: a batch stride is at least a cube.",
    "docs/nvdla/layouts.md, 'Feature cube'",
    sets("batch_stride_bytes", _short_batches, of=batches),
)
def _batch_stride(sdp: Sdp, context: Context) -> Iterator[Broken]:
    if sdp.batches == 1 or not any(ruled.block == UNIT for ruled in _placed(sdp, context.config)):
        return
    size = sdp.layout(context.config).size_bytes
    if sdp.batch_stride_bytes < size:
        text = f"batch stride {sdp.batch_stride_bytes} is less than the {size} bytes of a cube"
        yield broken(text, "D_DST_BATCH_STRIDE")
