"""The environment and the base test of VIPNano: what the neutral ones are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from models.memory.ports import MemoryPort
from models.vipnano.config import VipnanoConfig, find_config
from models.vipnano.device import VipnanoDevice
from models.vipnano.registers import registers
from sequences.host import Host
from sequences.vipnano.bench import VipnanoBench
from sequences.vipnano.shrink import VipnanoShrinking
from sequences.vipnano.traces import trace_space, with_polls
from tb.borders.tapped import TappedUnits
from tb.clocking.config import ClockSpec, ResetSpec
from tb.coverage.collector import Collector
from tb.environment.axi_lite import axi_lite_part
from tb.environment.base_test import DeviceBaseTest
from tb.environment.config import EnvConfig, chosen_config
from tb.environment.env import DeviceEnv
from tb.environment.env_family import BusPart, ClockPlan, EnvFamily, Played, Surroundings
from tb.environment.export import export_trace
from tb.memory.config import PortRules
from tb.pins import Pin
from tb.scoreboard.limits import DeviceLimits
from tb.vipnano.borders.units import GIVEN, OUTPUTS, tapped_units
from tb.vipnano.coverage.collect import make_coverage
from tb.vipnano.design import CLOCK, DEFAULT_CONFIG, RESET
from tb.vipnano.pins import REGISTER_SIGNALS, vipnano_pins

MOST_CYCLES = 60_000
"""What a job of a test takes to compute, once memory has answered."""
REREADS = 1 << 16
"""Streams are read again for each tile, input lines for each superblock, and elements that a beat has one by one."""
WINDOW_CYCLES = 16
"""From a change of a status or mask bit to its line, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VipnanoEnvConfig(EnvConfig):
    """What a test chooses.

    Attributes:
        hw: the hardware configuration; by default the one that the simulation was started for.
        watchdog_cycles: as of any test; a job that computes long shows nothing on the pins.
    """

    hw: VipnanoConfig = field(default_factory=partial(chosen_config, find_config, DEFAULT_CONFIG))
    watchdog_cycles: int = MOST_CYCLES


class VipnanoEnvFamily(EnvFamily[VipnanoEnvConfig, VipnanoBench]):
    """AXI4-Lite, one memory port, an interrupt line, one clock."""

    def pins(self, config: VipnanoEnvConfig) -> Sequence[Pin]:
        """The pins of the top module."""
        return vipnano_pins(config.hw)

    def ports(self, config: VipnanoEnvConfig) -> Sequence[MemoryPort]:
        """The memory port."""
        return (config.hw.port,)

    def device(self, config: VipnanoEnvConfig) -> VipnanoDevice:
        """The reference device."""
        return VipnanoDevice(config.hw, zeroed_memory=config.zeroed_memory)

    def clocks(self, config: VipnanoEnvConfig) -> ClockPlan:
        """One clock, one reset."""
        return ClockPlan(clocks=(ClockSpec(CLOCK, config.core_period_ns),), resets=(ResetSpec(RESET),), memory=CLOCK)

    def register_bus(self, config: VipnanoEnvConfig, around: Surroundings) -> BusPart:
        """AXI4-Lite."""
        return axi_lite_part(config, around, REGISTER_SIGNALS, CLOCK, partial_writes=True)

    def limits(self, config: VipnanoEnvConfig) -> DeviceLimits:  # noqa: ARG002 - the same for all
        """A byte may be read any number of times, and beats have bytes that nobody asked for."""
        return DeviceLimits(
            granule_bytes=1,
            end_cycles=MOST_CYCLES,
            window_cycles=WINDOW_CYCLES,
            rereads=REREADS,
            spare_beats=2,
            chained=True,
        )

    def bench(
        self,
        host: Host,
        config: VipnanoEnvConfig,
        rng: np.random.Generator,
        *,
        recorded: bool,  # noqa: ARG002 - a trace may have any addresses
    ) -> VipnanoBench:
        """Layers and jobs."""
        return VipnanoBench(host, config.hw, rng)

    def port_rules(self, config: VipnanoEnvConfig, port: MemoryPort) -> PortRules:  # noqa: ARG002 - there is one
        """The ids that the page names."""
        return PortRules(read_ids=frozenset(GIVEN.values()), write_ids=frozenset(OUTPUTS.values()))

    def borders(self, config: VipnanoEnvConfig) -> TappedUnits:
        """Those of its blocks."""
        return tapped_units(config.hw)

    def coverage(self, config: VipnanoEnvConfig) -> Collector:
        """The covergroups."""
        return make_coverage(config.hw)

    def shrinking(self, config: VipnanoEnvConfig) -> VipnanoShrinking:
        """Jobs, one by one."""
        return VipnanoShrinking(config.hw)

    def export(self, played: Played, config: VipnanoEnvConfig, folder: Path, title: str) -> None:
        """As traces of any family are."""
        export_trace(played, with_polls(played.commands, config.hw), trace_space(config.hw), folder, title)

    async def last_reads(self, bench: VipnanoBench, config: VipnanoEnvConfig) -> None:
        """All registers."""
        for block in registers(config.hw).blocks.values():
            for register in block:
                await bench.host.read(register)


class VipnanoEnv(DeviceEnv):
    """Everything around VIPNano."""

    family = VipnanoEnvFamily
    config: VipnanoEnvConfig
    device: VipnanoDevice


class VipnanoBaseTest(DeviceBaseTest[VipnanoEnvConfig, VipnanoBench]):
    """The base of tests of VIPNano: overrides `stimulus`."""

    env_type, config_type = VipnanoEnv, VipnanoEnvConfig
