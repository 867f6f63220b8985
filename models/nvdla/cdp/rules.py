"""What is legal for a CDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.cdp.layer_rules import LAYER_RULES
from models.nvdla.cdp.lut_rules import LUT_RULES
from models.nvdla.cdp.sections import CdpRule

RULES: tuple[CdpRule, ...] = (*LAYER_RULES, *LUT_RULES)
