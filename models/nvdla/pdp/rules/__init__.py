"""What is legal for a PDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.rules.formats import FORMAT_RULES
from models.nvdla.pdp.rules.strips import STRIP_RULES
from models.nvdla.pdp.rules.windows import WINDOW_RULES
from models.rules import Rule

RULES: tuple[Rule[Pdp, HwConfig], ...] = (*FORMAT_RULES, *WINDOW_RULES, *STRIP_RULES)
