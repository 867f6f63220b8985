"""How wide PDP's output may be: what its line buffer holds (docs/nvdla/pooling_and_normalisation.md, 'PDP width')."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.pdp.pooling.window import Window

BANKS = 8
"""Banks of the line buffer: lines that are pooled at the same time share them."""


def widest(window: Window, config: HwConfig) -> int:
    """Columns that PDP pools at once at most, with a window along the vertical axis.

    The banks are shared by as many lines as are pooled at the same time, or by the next power of two.
    """
    lines = 1 << (window.lines - 1).bit_length()
    return BANKS // lines * config.pdp_bank_atoms
