"""What is legal for an SDP layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.rules.formats import FORMAT_RULES
from models.nvdla.sdp.rules.operators import OPERATOR_RULES
from models.nvdla.sdp.rules.shape import SHAPE_RULES
from models.nvdla.sdp.rules.tables import LUT_RULES
from models.rules import Rule

RULES: tuple[Rule[Sdp, HwConfig], ...] = (*FORMAT_RULES, *SHAPE_RULES, *OPERATOR_RULES, *LUT_RULES)
