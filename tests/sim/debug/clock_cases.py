"""Layers of all units on clocks that stand still where a unit has nothing to do, or that a pin keeps running."""

import cocotb
import pyuvm

from sequences.nvdla.random_programs import random_programs
from tb.memory.profile import HARSH, TYPICAL
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.pins import tie_offs

KEEP = "keep_running"
"""The plusarg that names such a pin."""


class ClockedTest(NvdlaBaseTest):
    """Gives the pin of the plusarg, if there is one, the level at which it keeps all clocks running."""

    profile = TYPICAL

    def configure(self):
        pin = cocotb.plusargs.get(KEEP)
        levels = tie_offs() | ({pin: 1} if pin else {})
        profiles = {"DBB": self.profile, "CVSRAM": self.profile}
        return NvdlaEnvConfig(seed=self.seed, profiles=profiles, tie_offs=levels)

    async def stimulus(self, bench):
        await random_programs(bench, 3)


@pyuvm.test()
class ClockedProgramsTest(ClockedTest):
    """Programs of all units at once."""


@pyuvm.test()
class HarshlyClockedProgramsTest(ClockedTest):
    """The same on memories that hold back everything: units wait for long."""

    profile = HARSH


@pyuvm.test()
class ClockedResetTest(ClockedTest):
    """Programs before and behind a reset."""

    async def stimulus(self, bench):
        await random_programs(bench, 1)
        await self.env.clocking.reset()
        await random_programs(bench, 1)
