"""Where the rules of SDP stand, and what they share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from models.nvdla.sdp.operators.operand_registers import OPERANDS, SOURCE, OperandRegisters
from models.nvdla.sdp.operators.settings import OperatorSettings
from models.nvdla.sdp.registers import DESTINATION
from models.nvdla.surfaces.layout import SurfaceLayout
from models.nvdla.surfaces.rules import RuledSurface, SideExtent, broken_in
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.side_registers import SideRegisters
from models.rules import Rule, RuleContext

GUIDE = "guide, 'SDP programming'"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
GENERAL_LIMITS = "guide, 'Limitation', SDP, General"
BATCH_LIMITS = "guide, 'Limitation', SDP, Winograd/Batch"
PRECISIONS_PAGE = "docs/nvdla/post_processing.md, 'SDP precisions that work'"

Context = RuleContext[HwConfig]
SdpRule = Rule[Sdp, HwConfig]


broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of SDP; those of SDP_RDMA are given with their block."""


@dataclass(frozen=True, slots=True)
class SdpSurface(RuledSurface):
    """Something that a layer reads or writes.

    Attributes:
        side: what registers say, of a pixel too.
        group_bytes: bytes of a pixel.
        strided: its strides count.
    """

    side: Side
    group_bytes: int
    strided: bool = True


def surfaces(sdp: Sdp, config: HwConfig) -> list[SdpSurface]:
    """All that it reads and writes; nothing where it has no place, which is a rule of its own."""
    try:
        return list(_surfaces(sdp, config))
    except ValueError:
        return []


def given_operands(sdp: Sdp) -> Iterator[tuple[OperandRegisters, OperatorSettings]]:
    """The operators with the registers of their operands."""
    for names, (_, operator) in zip(OPERANDS, sdp.operators, strict=True):
        yield names, operator


def _surfaces(sdp: Sdp, config: HwConfig) -> Iterator[SdpSurface]:
    reading = sdp.reading
    reading.need_known()
    if sdp.source is not None:
        layout = reading.input_layout(config)
        extent = _extent(SOURCE, layout)
        yield SdpSurface(READER, extent, sdp.source.side, config.atom_bytes)
    for names, operator in given_operands(sdp):
        if operator.operands is not None:
            operands = reading.operand_layout(operator.operands, config)
            extent = _extent(names.side, operands)
            yield SdpSurface(READER, extent, operands.side, operands.group_bytes, strided=operands.per_element)
    if not sdp.writes_nothing:
        outputs = [sdp.layout(config, batch) for batch in range(sdp.batches)]
        for output in outputs:
            yield SdpSurface(UNIT, _extent(DESTINATION, output), sdp.destination, config.atom_bytes)


def _extent(registers: SideRegisters, layout: SurfaceLayout) -> SideExtent:
    count, lines, _ = layout.extent
    return SideExtent(registers, layout.side, count, lines, layout.line_bytes)
