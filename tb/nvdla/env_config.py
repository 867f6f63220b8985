"""The configuration of the NVDLA environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from models.nvdla.config import NV_FULL, HwConfig, find_config
from models.nvdla.config.errata import without
from models.nvdla.config.names import RAM_TYPES
from models.nvdla.rules import RULES
from sequences.arguments import need_kind
from tb.environment.checks import need_profiles, need_rules
from tb.environment.config import EnvConfig, chosen_config
from tb.nvdla.pins import tie_offs
from tb.nvdla.queues import InterfaceQueues, known_queues
from tb.runner.jobs.job import ERRATA_VARIABLE


def expected_hardware(config: HwConfig) -> HwConfig:
    """A configuration, of which errata are expected to be mended that the environment says are errors."""
    return without(config, os.environ.get(ERRATA_VARIABLE, ""))


def chosen_hardware() -> HwConfig:
    """The configuration that the simulation was started for, as the reference is to expect it."""
    return expected_hardware(chosen_config(find_config, NV_FULL.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class NvdlaEnvConfig(EnvConfig):
    """What a test chooses, beside what tests of all families do (`EnvConfig`).

    Attributes:
        hw: the hardware configuration; by default the one that the simulation was started for.
        csb_period_ns: period of the CSB's clock.
        csb_outstanding: register reads and non-posted writes that may wait for an answer at a time. The real part loses
            answers when there is more than one (docs/nvdla/pins.md, 'CSB').
        queues: how much the design's memory interfaces hold; by default what the simulation was told of its design.
        tie_offs: levels of the inputs that never change, by pin.
    """

    hw: HwConfig = field(default_factory=chosen_hardware)
    csb_period_ns: float = 2.0
    csb_outstanding: int = 1
    queues: InterfaceQueues = field(default_factory=known_queues)
    tie_offs: Mapping[str, int] = field(default_factory=tie_offs)

    def __post_init__(self) -> None:
        need_kind(
            "NvdlaEnvConfig: hw", self.hw, HwConfig, "CONFIGS['tiny'] of models.nvdla.config, or another one of them"
        )
        EnvConfig.__post_init__(self)  # slots: the class that super() means is another one
        self.need_numbers({"csb_outstanding": 1})
        need_profiles("NvdlaEnvConfig", self.profiles, self.hw.name, self.hw.ports, RAM_TYPES)
        if self.announced is not None:
            need_rules(self.announced, {rule.name for rule in RULES})

    @property
    def slowest_period_ns(self) -> float:
        """Period of the slower clock."""
        return max(self.core_period_ns, self.csb_period_ns)
