"""What is legal when a CDP layer is started."""

from __future__ import annotations

from models.nvdla.cdp.descriptor import UNIT
from models.nvdla.config import HwConfig
from models.nvdla.lut.start import TablesAtStart, whole_tables
from models.rules import Rule


class CdpTables(TablesAtStart):
    """The tables of a layer of CDP."""


TABLE_RULES: tuple[Rule[CdpTables, HwConfig], ...] = (whole_tables(CdpTables, UNIT),)
