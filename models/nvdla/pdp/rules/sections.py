"""Where the rules of PDP stand, and what they share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.registers import DESTINATION, READER, SOURCE, UNIT
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.rules import RuledSurface, SideExtent, broken_in
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.side_registers import SideRegisters
from models.rules import Rule, RuleContext

GUIDE = "guide, 'PDP programming'"
LIMITS = "guide, 'Limitation', PDP"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
FLYING = "guide, 'PDP programming', On-the-fly processing"
LEGAL_PAGE = "docs/nvdla/pooling_and_normalisation.md, 'What is legal for PDP'"
ABSENT_PAGE = "docs/configurations.md, 'What is absent'"

Context = RuleContext[HwConfig]
PdpRule = Rule[Pdp, HwConfig]


broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of PDP; those of PDP_RDMA are given with their block."""


@dataclass(frozen=True, slots=True)
class PdpSurface(RuledSurface):
    """The input or the output.

    Attributes:
        width: the register with its width; `height` likewise.
    """

    width: str
    height: str


def surfaces(pdp: Pdp, config: HwConfig) -> Iterator[PdpSurface]:
    """What it reads and writes; nothing where its elements have no size, which is a rule of its own."""
    if pdp.precision not in ELEMENT_BYTES:
        return
    count = ceil_div(pdp.channels, pdp.reading.lanes(config))

    def extent(names: SideRegisters, side: Side, height: int, width: int) -> SideExtent:
        return SideExtent(names, side, count, height, width * config.atom_bytes)

    if pdp.source is not None:
        source = extent(SOURCE, pdp.source, pdp.height, pdp.width)
        yield PdpSurface(READER, source, "D_DATA_CUBE_IN_WIDTH", "D_DATA_CUBE_IN_HEIGHT")
    output = extent(DESTINATION, pdp.destination, pdp.out_height, pdp.out_width)
    yield PdpSurface(UNIT, output, "D_DATA_CUBE_OUT_WIDTH", "D_DATA_CUBE_OUT_HEIGHT")
