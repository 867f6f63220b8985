"""What is legal when an SDP layer is started that uses look-up tables."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.lut.start import TablesAtStart, whole_tables
from models.nvdla.sdp.descriptor import UNIT
from models.rules import Rule


class LutStart(TablesAtStart):
    """The tables of a layer of SDP."""


LUT_START_RULES: tuple[Rule[LutStart, HwConfig], ...] = (whole_tables(LutStart, UNIT),)
