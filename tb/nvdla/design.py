"""NVDLA's behavioural RTL as a design to simulate, and the memories that any RTL of it may have beside it."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from tb.nvdla.pins import CORE_CLOCK, RESETS
from tb.runner.design import ASSERTION_SIGNALS, Design
from tb.runner.memory_top import HdlMemories
from tb.runner.paths import ROOT
from tb.scoreboard.queues import QUEUES_VARIABLE, InterfaceQueues

TOP = "NV_nvdla"
FILE_LIST = ROOT / "rtl_stubs" / "nvdla" / "behavioural.f"
QUEUES = InterfaceQueues(read_beats=64, read_lines=0, write_beats=20, exact=True)
"""Of the behavioural RTL's memory interfaces: BUFFER_BEATS of their clients, and for writes what follows them."""


def behavioural(config: HwConfig) -> Design:
    """The behavioural RTL of a configuration.

    Raises:
        UserError: its file list names a file that is not there.
    """
    design = Design.from_file_list(
        FILE_LIST, name=f"{TOP}-{config.name}", top=TOP, variables={"CONFIG": config.name}, defines=_defines(config)
    )
    return replace(design, observed=ASSERTION_SIGNALS, variables={QUEUES_VARIABLE: QUEUES.text})


def _defines(config: HwConfig) -> dict[str, str]:
    """The memory ports that the configuration has, for the top's pins."""
    return {f"NVDLA_HAS_{port}": "1" for port in config.ports}


def with_taps(design: Design) -> Design:
    """The behavioural RTL with its taps, which write what passes its links where ``+taps=<folder>`` says."""
    return replace(design, name=f"{design.name}-taps", defines={**design.defines, "NVDLA_TAPS": "1"})


def with_link_checks(design: Design) -> Design:
    """The behavioural RTL with the costly assertions too: the rule of valid, ready and payload on every channel."""
    return replace(design, name=f"{design.name}-checks", defines={**design.defines, "NVDLA_LINK_CHECKS": "1"})


def hdl_memories(config: HwConfig, size_bytes: int) -> HdlMemories:
    """What stands behind the memory ports of a configuration when the memories are in HDL."""
    ports = tuple(config.ports.values())
    most = 1 << min(port.address_bits for port in ports)  # bytes that can be told apart
    return HdlMemories(ports=ports, clock=CORE_CLOCK, resets=RESETS, size_bytes=min(size_bytes, most))
