"""What is legal for a convolution, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.conv.buffer_rules import BUFFER_RULES
from models.nvdla.conv.fetch_rules import FETCH_RULES
from models.nvdla.conv.sections import ConvRule
from models.nvdla.conv.shape_rules import SHAPE_RULES

RULES: tuple[ConvRule, ...] = (*FETCH_RULES, *SHAPE_RULES, *BUFFER_RULES)
