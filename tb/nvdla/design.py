"""NVDLA's behavioural RTL as a design to simulate."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from tb.runner.design import Design
from tb.runner.paths import ROOT

TOP = "NV_nvdla"
FILE_LIST = ROOT / "rtl_stubs" / "nvdla" / "behavioural.f"


def behavioural(config: HwConfig) -> Design:
    """The behavioural RTL of a configuration.

    Raises:
        UserError: its file list names a file that is not there.
    """
    return Design.from_file_list(FILE_LIST, name=f"{TOP}-{config.name}", top=TOP)
