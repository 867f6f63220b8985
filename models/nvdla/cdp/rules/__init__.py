"""What is legal for a CDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.cdp.rules.layer import LAYER_RULES
from models.nvdla.cdp.rules.sections import CdpRule
from models.nvdla.cdp.rules.tables import LUT_RULES

RULES: tuple[CdpRule, ...] = (*LAYER_RULES, *LUT_RULES)
