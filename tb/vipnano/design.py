"""The behavioural RTL of VIPNano as a design to simulate, and what any RTL of it has around it."""

from __future__ import annotations

from dataclasses import replace

from models.vipnano.config import VipnanoConfig
from tb.runner.design import ASSERTION_SIGNALS, Design
from tb.runner.memory_top import HdlMemories
from tb.runner.paths import ROOT

TOP = "vipnano"
CLOCK, RESET = "aclk", "aresetn"
DEFAULT_CONFIG = "mini_vip"
"""What is simulated where nobody says which: the one that is cheap."""
FILE_LIST = ROOT / "rtl_stubs" / "vipnano" / "behavioural.f"


def behavioural(config: VipnanoConfig) -> Design:
    """The behavioural RTL of a configuration.

    Raises:
        UserError: its file list names a file that is not there.
    """
    design = Design.from_file_list(
        FILE_LIST, name=f"{TOP}-{config.name}", top=TOP, variables={"CONFIG": config.name}, defines={}
    )
    return replace(design, observed=ASSERTION_SIGNALS)


def hdl_memories(config: VipnanoConfig, size_bytes: int) -> HdlMemories:
    """What stands behind the memory port when it is in HDL."""
    return HdlMemories(ports=(config.port,), clock=CLOCK, resets=(RESET,), size_bytes=size_bytes)
