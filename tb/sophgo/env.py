"""The environment and the base test of Sophgo's TPU: what the neutral ones are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from models.memory.ports import MemoryPort
from models.pipeline.device import EventDevice
from models.sophgo.config import SophgoConfig, find_config
from models.sophgo.device import SophgoDevice
from models.sophgo.kernels.footprints import FETCH_ID, READ_ID, WRITE_ID
from models.sophgo.registers import registers
from sequences.host import Host
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.last_copies import copy_out
from sequences.sophgo.shrink import SophgoShrinking
from sequences.sophgo.traces import trace_space, with_polls
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
from tb.memory.profile import MemoryProfile
from tb.pins import Pin
from tb.scoreboard.limits import DeviceLimits
from tb.sophgo.borders.units import tapped_units
from tb.sophgo.coverage.collect import make_coverage
from tb.sophgo.design import CLOCK, DEFAULT_CONFIG, RESET
from tb.sophgo.pins import REGISTER_SIGNALS, sophgo_pins

MOST_ELEMENTS = 1 << 16
"""That a word of a test moves or computes."""
SPARE_CYCLES = 1000
"""What a word takes beside its elements, once memory has answered."""
WINDOW_CYCLES = 16
"""From a change of a status or mask bit to its line, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SophgoEnvConfig(EnvConfig):
    """What a test chooses.

    Attributes:
        hw: the hardware configuration; by default the one that the simulation was started for.
        watchdog_cycles: as of any test; a word that computes long shows nothing on the pins.
    """

    hw: SophgoConfig = field(default_factory=partial(chosen_config, find_config, DEFAULT_CONFIG))
    watchdog_cycles: int = 200_000


def slowest_read(profile: MemoryProfile) -> int:
    """By how many cycles a memory makes a read of one beat take longer, at most.

    Elements that are read in another order than they lie in have all their beats long before the last one is read.
    """
    stalls = (stall.cycles[1] for stall in (profile.ar_stall, profile.r_gap) if stall.probability)
    return profile.read_latency[1] + profile.late_cycles + sum(stalls)


class SophgoEnvFamily(EnvFamily[SophgoEnvConfig, SophgoBench]):
    """AXI4-Lite, one memory port, an interrupt line, one clock."""

    def pins(self, config: SophgoEnvConfig) -> Sequence[Pin]:
        """The pins of the top module."""
        return sophgo_pins(config.hw)

    def ports(self, config: SophgoEnvConfig) -> Sequence[MemoryPort]:
        """The memory port."""
        return (config.hw.port,)

    def device(self, config: SophgoEnvConfig) -> SophgoDevice:
        """The reference device."""
        return SophgoDevice(config.hw, zeroed_memory=config.zeroed_memory)

    def clocks(self, config: SophgoEnvConfig) -> ClockPlan:
        """One clock, one reset."""
        return ClockPlan(clocks=(ClockSpec(CLOCK, config.core_period_ns),), resets=(ResetSpec(RESET),), memory=CLOCK)

    def register_bus(self, config: SophgoEnvConfig, around: Surroundings) -> BusPart:
        """AXI4-Lite."""
        return axi_lite_part(config, around, REGISTER_SIGNALS, CLOCK, partial_writes=True)

    def limits(self, config: SophgoEnvConfig) -> DeviceLimits:
        """An element takes a cycle, or a read of its own; where a stride is 0, it is read for each of its places."""
        return DeviceLimits(
            granule_bytes=1,
            end_cycles=MOST_ELEMENTS * (1 + slowest_read(config.profile(config.hw.port.name))) + SPARE_CYCLES,
            window_cycles=WINDOW_CYCLES,
            rereads=MOST_ELEMENTS,
            spare_beats=2,
            chained=True,
        )

    def bench(
        self,
        host: Host,
        config: SophgoEnvConfig,
        rng: np.random.Generator,
        *,
        recorded: bool,  # noqa: ARG002 - a trace may have any addresses
    ) -> SophgoBench:
        """Tensors, and kernels of operations."""
        return SophgoBench(host, config.hw, rng)

    def port_rules(self, config: SophgoEnvConfig, port: MemoryPort) -> PortRules:  # noqa: ARG002 - there is one
        """The ids that the page names."""
        return PortRules(read_ids=frozenset((FETCH_ID, READ_ID)), write_ids=frozenset((WRITE_ID,)))

    def borders(self, config: SophgoEnvConfig) -> TappedUnits:
        """Those of its blocks."""
        return tapped_units(config.hw)

    def coverage(self, config: SophgoEnvConfig) -> Collector:
        """The covergroups."""
        return make_coverage(config.hw)

    def shrinking(self, config: SophgoEnvConfig) -> SophgoShrinking:
        """Words, one by one."""
        return SophgoShrinking(config.hw)

    def export(self, played: Played, config: SophgoEnvConfig, folder: Path, title: str) -> None:
        """As traces of any family are."""
        export_trace(played, with_polls(played.commands, config.hw), trace_space(config.hw), folder, title)

    async def last_copies(self, bench: SophgoBench, config: SophgoEnvConfig, device: EventDevice) -> None:
        """All that is known of the lanes, of static memory and of L2, unless memory may answer with errors."""
        if not config.profile(config.hw.port.name).errors and not device.layers_in_flight:
            await copy_out(bench, device.memories)

    async def last_reads(self, bench: SophgoBench, config: SophgoEnvConfig) -> None:
        """All registers."""
        for block in registers(config.hw).blocks.values():
            for register in block:
                await bench.host.read(register)


class SophgoEnv(DeviceEnv):
    """Everything around the TPU."""

    family = SophgoEnvFamily
    config: SophgoEnvConfig
    device: SophgoDevice


class SophgoBaseTest(DeviceBaseTest[SophgoEnvConfig, SophgoBench]):
    """The base of tests of the TPU: overrides `stimulus`."""

    env_type, config_type = SophgoEnv, SophgoEnvConfig
