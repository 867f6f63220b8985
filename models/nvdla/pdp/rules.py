"""What is legal for a PDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.pdp.format_rules import FORMAT_RULES
from models.nvdla.pdp.sections import PdpRule
from models.nvdla.pdp.strip_rules import STRIP_RULES
from models.nvdla.pdp.window_rules import WINDOW_RULES

RULES: tuple[PdpRule, ...] = (*FORMAT_RULES, *WINDOW_RULES, *STRIP_RULES)
