"""What NVDLA gives to its environment and its tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import cocotb
import numpy as np

from models.memory.ports import MemoryPort
from models.nvdla.config.errata import mended_by_register
from models.nvdla.device import UNITS, Device
from models.nvdla.interrupts import LINE
from models.pipeline.device import EventDevice
from sequences.host import Host
from sequences.nvdla.bench import NvdlaBench, make_bench
from sequences.nvdla.registers.statuses import read_statuses
from sequences.nvdla.shrink.shrinking import NvdlaShrinking
from sequences.nvdla.traces.dialects import MASTER
from sequences.nvdla.traces.find import CONFIG_SUFFIX
from sequences.nvdla.traces.master.writer import write_master_trace
from sequences.nvdla.traces.recorded import trace_space, with_polls
from sequences.traces.txn.reader import COMMANDS_FILE
from tb.borders.tapped import TappedUnits
from tb.clocking.config import ClockSpec, ResetSpec
from tb.coverage.collector import Collector
from tb.environment.env_family import (
    BusPart,
    ClockPlan,
    EnvFamily,
    HangLook,
    Played,
    Surroundings,
)
from tb.environment.export import export_trace, goldens_of
from tb.memory.config import PortRules
from tb.nvdla.borders.tapped import tapped_units
from tb.nvdla.coverage.groups import make_coverage
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.flush import FlushWatch
from tb.nvdla.hang_look import interrupt_look
from tb.nvdla.pins import CORE_CLOCK, CSB_CLOCK, CSB_SIGNALS, RESETS, nvdla_pins
from tb.nvdla.waits import QueueWaits
from tb.pins import Pin
from tb.register_bus.csb.agent import CsbAgent
from tb.register_bus.csb.bus import CsbBus
from tb.register_bus.csb.config import CsbAgentConfig
from tb.scoreboard.limits import DeviceLimits

AFTER_RESET_CYCLES = 10
"""From the release of the reset to the first register access: the real part loses those in the first six cycles
(docs/nvdla/pins.md, 'Reset')."""
LINKS_WAIT = "links_wait"
"""The plusarg that holds links between units of our RTL back at random: requests wait where queues have room, too."""
END_CYCLES = 200
"""From what allows an end of a layer until it has come for certain."""
END_CYCLES_OF_WAITS = 4000
"""Likewise where links wait: what the last read brought passes several links, with other elements before it."""
WINDOW_CYCLES = 64
"""From a change of a status or mask bit to the pin, at most."""
REREADS, SPARE_BEATS = 16, 4096
"""A unit reads a beat again for each atom in it, and for each kernel or line that needs it."""


class NvdlaEnvFamily(EnvFamily[NvdlaEnvConfig, NvdlaBench]):
    """CSB, one or two memory ports, one interrupt pin, a core clock and a clock of the CSB."""

    def pins(self, config: NvdlaEnvConfig) -> Sequence[Pin]:
        """The pins of NV_nvdla."""
        return nvdla_pins(config.hw)

    def ports(self, config: NvdlaEnvConfig) -> Sequence[MemoryPort]:
        """DBB, and CVSRAM where there is one."""
        return tuple(config.hw.ports.values())

    def device(self, config: NvdlaEnvConfig) -> Device:
        """The reference device of the hardware configuration."""
        return Device(config.hw, zeroed_memory=config.zeroed_memory)

    def clocks(self, config: NvdlaEnvConfig) -> ClockPlan:
        """Both clocks and both resets."""
        return ClockPlan(
            clocks=(ClockSpec(CORE_CLOCK, config.core_period_ns), ClockSpec(CSB_CLOCK, config.csb_period_ns)),
            resets=tuple(ResetSpec(name) for name in RESETS),
            memory=CORE_CLOCK,
        )

    def register_bus(self, config: NvdlaEnvConfig, around: Surroundings) -> BusPart:
        """The CSB."""
        agent = CsbAgentConfig(
            bus=CsbBus(around.dut, CSB_SIGNALS),
            reset=around.reset,
            findings=around.findings,
            active=config.active,
            after_reset_cycles=AFTER_RESET_CYCLES,
            max_outstanding=config.csb_outstanding,
            name_address=around.name_address,
        )
        return BusPart(name="csb", agent=CsbAgent, config=agent)

    def interrupts(self, config: NvdlaEnvConfig) -> Mapping[str, str]:  # noqa: ARG002 - it is the same in all
        """The interrupt pin."""
        return {"interrupt": LINE}

    def limits(self, config: NvdlaEnvConfig) -> DeviceLimits:
        """What holds for NVDLA of any size; how long requests waited follows from the design's queues."""
        beat_bytes = {port.name: port.data_bytes for port in config.hw.ports.values()}
        links_wait = LINKS_WAIT in cocotb.plusargs
        queues = replace(config.queues, exact=False) if links_wait else config.queues
        return DeviceLimits(
            granule_bytes=config.hw.atom_bytes,
            end_cycles=END_CYCLES_OF_WAITS if links_wait else END_CYCLES,
            window_cycles=WINDOW_CYCLES,
            rereads=REREADS,
            spare_beats=SPARE_BEATS,
            waits=QueueWaits(queues, beat_bytes, config.core_period_ns),
        )

    def bench(self, host: Host, config: NvdlaEnvConfig, rng: np.random.Generator, *, recorded: bool) -> NvdlaBench:
        """Layers on tensors."""
        return make_bench(host, config.hw, rng, conventional_addresses=recorded)

    def port_rules(self, config: NvdlaEnvConfig, port: MemoryPort) -> PortRules:  # noqa: ARG002 - all keep the same
        """Ids of the units, and whole atoms."""
        return PortRules(
            read_ids=frozenset(config.hw.read_ids.values()),
            write_ids=frozenset(config.hw.write_ids.values()),
            strobe_granule_bytes=config.hw.atom_bytes,
        )

    def borders(self, config: NvdlaEnvConfig) -> TappedUnits:
        """The borders of the units that the hardware configuration has."""
        return tapped_units(config.hw)

    def coverage(self, config: NvdlaEnvConfig) -> Collector:
        """The covergroups of all units."""
        return make_coverage(config.hw)

    def reset_listener(self, config: NvdlaEnvConfig, device: EventDevice) -> Callable[[bool], None]:
        """The convolution buffer flushes itself after reset."""
        return FlushWatch(device, config.hw, config.core_period_ns).reset

    def errata(self, config: NvdlaEnvConfig) -> Mapping[str, Sequence[str]]:
        """Those that are expected to be mended."""
        return mended_by_register(config.hw)

    def look_after_hang(self, device: EventDevice) -> HangLook:
        """The interrupt status."""
        return interrupt_look(device.registers)

    async def last_reads(self, bench: NvdlaBench, config: NvdlaEnvConfig) -> None:
        """The statuses of all units."""
        await read_statuses(bench, sorted(UNITS & config.hw.units))

    def shrinking(self, config: NvdlaEnvConfig) -> NvdlaShrinking:
        """Layers as descriptors."""
        return NvdlaShrinking(config.hw)

    def export(self, played: Played, config: NvdlaEnvConfig, folder: Path, title: str) -> None:
        """As a trace of the dialect that is wanted: nvdlav1's, or master's."""
        for old in (*folder.glob(f"*{CONFIG_SUFFIX}"), folder / COMMANDS_FILE):
            old.unlink(missing_ok=True)  # a folder is a trace of one dialect
        if played.dialect == MASTER:
            write_master_trace(folder, played.commands, goldens_of(played), config.hw, title)
        else:
            export_trace(played, with_polls(played.commands, config.hw), trace_space(config.hw), folder, title)
