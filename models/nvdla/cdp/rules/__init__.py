"""What is legal for a CDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.rules.layer import LAYER_RULES
from models.nvdla.cdp.rules.tables import LUT_RULES
from models.nvdla.config import HwConfig
from models.rules import Rule

RULES: tuple[Rule[Cdp, HwConfig], ...] = (*LAYER_RULES, *LUT_RULES)
