"""What is legal for an SDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.sdp.format_rules import FORMAT_RULES
from models.nvdla.sdp.lut_rules import LUT_RULES
from models.nvdla.sdp.operator_rules import OPERATOR_RULES
from models.nvdla.sdp.sections import SdpRule
from models.nvdla.sdp.shape_rules import SHAPE_RULES

RULES: tuple[SdpRule, ...] = (*FORMAT_RULES, *SHAPE_RULES, *OPERATOR_RULES, *LUT_RULES)
