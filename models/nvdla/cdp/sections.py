"""Where the rules of CDP stand, and what they share."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.cdp.descriptor import READER, UNIT, Cdp
from models.nvdla.cdp.registers import DESTINATION, SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.rules import SideExtent
from models.rules import Broken, Rule, RuleContext

GUIDE = "guide, 'CDP programming'"
CDP_LIMITS = "guide, 'Limitation', CDP"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
LUT_LIMITS = "guide, 'Limitation', LUT"
ARITHMETIC = "docs/nvdla/post_processing.md, 'CDP'"
LAYERS = "docs/nvdla/pooling_and_normalisation.md, 'CDP layers'"

Context = RuleContext[HwConfig]
CdpRule = Rule[Cdp, HwConfig]


def broken(text: str, *registers: str) -> Broken:
    """What a rule found wrong in registers of CDP; those of CDP_RDMA are given with their block."""
    return Broken(text, tuple(name if "." in name else f"{UNIT}.{name}" for name in registers))


@dataclass(frozen=True, slots=True)
class Surface:
    """What a layer reads, or what it writes.

    Attributes:
        block: whose registers describe it.
        extent: how much of it is touched.
    """

    block: str
    extent: SideExtent

    def register(self, name: str) -> str:
        """A register of its block, in full."""
        return f"{self.block}.{name}"


def surfaces(cdp: Cdp, config: HwConfig) -> list[Surface]:
    """Input and output; nothing where they have no place, which is a rule of its own."""
    try:
        cubes = (READER, SOURCE, cdp.reading.layout(config)), (UNIT, DESTINATION, cdp.layout(config))
    except ValueError:
        return []
    return [
        Surface(block, SideExtent(registers, cube.side, *cube.extent[:2], cube.line_bytes))
        for block, registers, cube in cubes
    ]
