"""What is legal for a convolution, each rule with its section and with what breaks it."""

from __future__ import annotations

from models.nvdla.conv.buffer_rules import BUFFER_RULES
from models.nvdla.conv.fetch_rules import FETCH_RULES
from models.nvdla.conv.image_rules import IMAGE_RULES
from models.nvdla.conv.kind_rules import KIND_RULES
from models.nvdla.conv.reuse_rules import REUSE_RULES
from models.nvdla.conv.sections import ConvRule
from models.nvdla.conv.shape_rules import SHAPE_RULES

RULES: tuple[ConvRule, ...] = (
    *FETCH_RULES,
    *IMAGE_RULES,
    *SHAPE_RULES,
    *KIND_RULES,
    *BUFFER_RULES,
    *REUSE_RULES,
)
