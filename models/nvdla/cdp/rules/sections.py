"""Where the rules of CDP stand, and what they share."""

from __future__ import annotations

from functools import partial

from models.nvdla.cdp.descriptor import READER, UNIT, Cdp
from models.nvdla.cdp.registers import DESTINATION, SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.rules import RuledSurface, SideExtent, broken_in
from models.rules import Rule, RuleContext

GUIDE = "guide, 'CDP programming'"
CDP_LIMITS = "guide, 'Limitation', CDP"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
ARITHMETIC = "docs/nvdla/post_processing.md, 'CDP'"
LAYERS = "docs/nvdla/pooling_and_normalisation.md, 'CDP layers'"

Context = RuleContext[HwConfig]
CdpRule = Rule[Cdp, HwConfig]


broken = partial(broken_in, UNIT)
"""What a rule found wrong in registers of CDP; those of CDP_RDMA are given with their block."""


def surfaces(cdp: Cdp, config: HwConfig) -> list[RuledSurface]:
    """Input and output; nothing where they have no place, which is a rule of its own."""
    try:
        cubes = (READER, SOURCE, cdp.reading.layout(config)), (UNIT, DESTINATION, cdp.layout(config))
    except ValueError:
        return []
    return [
        RuledSurface(block, SideExtent(registers, cube.side, *cube.extent[:2], cube.line_bytes))
        for block, registers, cube in cubes
    ]
