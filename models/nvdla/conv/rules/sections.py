"""What the rules of convolutions share: where they stand, the kinds that they are made of."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.rules import Case, Rule, RuleContext

REGISTERS = "guide, 'Convolution pipeline programming', Register definition"
LIMITS = "guide, 'Limitation', Convolution"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
BUFFER = "docs/nvdla/units.md, 'Convolution buffer'"
RULES_PAGE = "docs/nvdla/convolution.md, 'Rules of convolution registers'"

Context = RuleContext[HwConfig]
ConvCase = Case[Conv, HwConfig]
ConvRule = Rule[Conv, HwConfig]


def sized(conv: Conv) -> bool:
    """Whether its elements have a size: no precision is a reserved value."""
    return {conv.precision, conv.input.precision} <= set(ELEMENT_BYTES)
