"""What is legal for a convolution, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.conv.rules.buffer import BUFFER_RULES
from models.nvdla.conv.rules.faults import CONV_FAULT_RULES
from models.nvdla.conv.rules.fetch import FETCH_RULES
from models.nvdla.conv.rules.image import IMAGE_RULES
from models.nvdla.conv.rules.kinds import KIND_RULES
from models.nvdla.conv.rules.reuse import REUSE_RULES
from models.nvdla.conv.rules.shape import SHAPE_RULES
from models.nvdla.conv.rules.shared import ConvRule

RULES: tuple[ConvRule, ...] = (
    *FETCH_RULES,
    *IMAGE_RULES,
    *CONV_FAULT_RULES,
    *SHAPE_RULES,
    *KIND_RULES,
    *BUFFER_RULES,
    *REUSE_RULES,
)
