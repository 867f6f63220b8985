"""NVDLA's behavioural RTL as a design to simulate, and the memories that any RTL of it may have beside it."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from tb.nvdla.pins import CORE_CLOCK, RESETS
from tb.nvdla.queues import QUEUES_VARIABLE, InterfaceQueues
from tb.runner.design import ASSERTION_SIGNALS, Design
from tb.runner.memory_top import HdlMemories
from tb.runner.paths import ROOT

TOP = "NV_nvdla"
FILE_LIST = ROOT / "rtl_stubs" / "nvdla" / "behavioural.f"
READ_BEATS, WRITE_BEATS = 64, 16
"""What the buffers of a read client and of a write client hold where no burst is longer: BUFFER_BEATS in the RTL."""
BEHIND_WRITES = 4
"""Beats behind a write client's buffer."""


def behavioural(config: HwConfig) -> Design:
    """The behavioural RTL of a configuration.

    Raises:
        UserError: its file list names a file that is not there.
    """
    design = Design.from_file_list(
        FILE_LIST, name=f"{TOP}-{config.name}", top=TOP, variables={"CONFIG": config.name}, defines=_defines(config)
    )
    return replace(design, observed=ASSERTION_SIGNALS, variables={QUEUES_VARIABLE: queues(config).text})


def queues(config: HwConfig) -> InterfaceQueues:
    """The queues of its memory interfaces; they are no exact figures where those of the ports differ."""
    longest = [1 << (port.max_burst_beats - 1).bit_length() for port in config.ports.values()]
    reads, writes = ([max(least, beats) for beats in longest] for least in (READ_BEATS, WRITE_BEATS))
    alike = len(set(reads)) == len(set(writes)) == 1
    return InterfaceQueues(read_beats=max(reads), read_lines=0, write_beats=max(writes) + BEHIND_WRITES, exact=alike)


def _defines(config: HwConfig) -> dict[str, str]:
    """The memory ports that the configuration has, for the top's pins."""
    return {f"NVDLA_HAS_{port}": "1" for port in config.ports}


def hdl_memories(config: HwConfig, size_bytes: int) -> HdlMemories:
    """What stands behind the memory ports of a configuration when the memories are in HDL."""
    ports = tuple(config.ports.values())
    most = 1 << min(port.address_bits for port in ports)  # bytes that can be told apart
    return HdlMemories(ports=ports, clock=CORE_CLOCK, resets=RESETS, size_bytes=min(size_bytes, most))
