"""What is legal for a PDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.pdp.rules.formats import FORMAT_RULES
from models.nvdla.pdp.rules.sections import PdpRule
from models.nvdla.pdp.rules.strips import STRIP_RULES
from models.nvdla.pdp.rules.windows import WINDOW_RULES

RULES: tuple[PdpRule, ...] = (*FORMAT_RULES, *WINDOW_RULES, *STRIP_RULES)
