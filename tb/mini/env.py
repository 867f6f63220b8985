"""Mini's environment and base test: what the neutral ones are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from models.memory.ports import MemoryPort
from models.mini.config import MINI64, MiniConfig, find_config
from models.mini.device import MiniDevice
from models.mini.entry import FETCH_ID, LOAD_ID, STATUS_ID, STORE_ID
from models.mini.registers import registers
from sequences.host import Host
from sequences.mini.bench import MiniBench
from sequences.mini.shrink import MiniShrinking
from sequences.mini.traces import trace_space, with_polls
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
from tb.mini.borders import tapped_units
from tb.mini.coverage import make_coverage
from tb.mini.design import CLOCK, RESET
from tb.mini.pins import REGISTER_SIGNALS, mini_pins
from tb.pins import Pin
from tb.scoreboard.limits import DeviceLimits

SPARE_CYCLES = 400
"""What a descriptor takes beside a cycle for each byte or element, once memory has answered."""
WINDOW_CYCLES = 16
"""From a change of a status or mask bit to its line, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniEnvConfig(EnvConfig):
    """What a test chooses.

    Attributes:
        hw: the hardware configuration; by default the one that the simulation was started for.
    """

    hw: MiniConfig = field(default_factory=partial(chosen_config, find_config, MINI64.name))


class MiniEnvFamily(EnvFamily[MiniEnvConfig, MiniBench]):
    """AXI4-Lite, one memory port, two interrupt lines, one clock."""

    def pins(self, config: MiniEnvConfig) -> Sequence[Pin]:
        """The pins of the top module."""
        return mini_pins(config.hw)

    def ports(self, config: MiniEnvConfig) -> Sequence[MemoryPort]:
        """The memory port."""
        return (config.hw.port,)

    def device(self, config: MiniEnvConfig) -> MiniDevice:
        """The reference device."""
        return MiniDevice(config.hw, zeroed_memory=config.zeroed_memory)

    def clocks(self, config: MiniEnvConfig) -> ClockPlan:
        """One clock, one reset."""
        return ClockPlan(clocks=(ClockSpec(CLOCK, config.core_period_ns),), resets=(ResetSpec(RESET),), memory=CLOCK)

    def register_bus(self, config: MiniEnvConfig, around: Surroundings) -> BusPart:
        """AXI4-Lite."""
        return axi_lite_part(config, around, REGISTER_SIGNALS, CLOCK, partial_writes=True)

    def limits(self, config: MiniEnvConfig) -> DeviceLimits:
        """A byte or an element takes a cycle, and nothing shows when the last one is done."""
        return DeviceLimits(
            granule_bytes=1,
            end_cycles=config.hw.scratch_bytes + SPARE_CYCLES,
            window_cycles=WINDOW_CYCLES,
            rereads=1,
            spare_beats=2,
            chained=True,
        )

    def bench(
        self,
        host: Host,
        config: MiniEnvConfig,
        rng: np.random.Generator,
        *,
        recorded: bool,  # noqa: ARG002 - a trace may have any addresses
    ) -> MiniBench:
        """Arrays, and a ring."""
        return MiniBench(host, config.hw, rng)

    def port_rules(self, config: MiniEnvConfig, port: MemoryPort) -> PortRules:  # noqa: ARG002 - there is one
        """The ids that the page names."""
        return PortRules(read_ids=frozenset((FETCH_ID, LOAD_ID)), write_ids=frozenset((STORE_ID, STATUS_ID)))

    def borders(self, config: MiniEnvConfig) -> TappedUnits:
        """Those of its units."""
        return tapped_units(config.hw)

    def coverage(self, config: MiniEnvConfig) -> Collector:
        """The covergroups."""
        return make_coverage(config.hw)

    def shrinking(self, config: MiniEnvConfig) -> MiniShrinking:
        """Descriptors, one by one."""
        return MiniShrinking(config.hw)

    def export(self, played: Played, config: MiniEnvConfig, folder: Path, title: str) -> None:
        """As traces of any family are."""
        export_trace(played, with_polls(played.commands, config.hw), trace_space(config.hw), folder, title)

    async def last_reads(self, bench: MiniBench, config: MiniEnvConfig) -> None:
        """All registers."""
        for register in registers(config.hw).RING:
            await bench.host.read(register)


class MiniEnv(DeviceEnv):
    """Everything around mini."""

    family = MiniEnvFamily
    config: MiniEnvConfig
    device: MiniDevice


class MiniBaseTest(DeviceBaseTest[MiniEnvConfig, MiniBench]):
    """The base of mini's tests: overrides `stimulus`."""

    env_type, config_type = MiniEnv, MiniEnvConfig
