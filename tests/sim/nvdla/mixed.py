"""Programs of layers of all units that there are, at the same time and each behind others of its own."""

import pyuvm

from sequences.nvdla.random_programs import random_programs
from tb.memory.profile import HARSH, SLOW
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("BDMA", "RBK", "CDMA", "SDP", "INT16")  # the behavioural RTL has a buffer of 16-bit operands


@pyuvm.test()
class MixedProgramsTest(NvdlaBaseTest):
    """On the usual memories."""

    async def stimulus(self, bench):
        await random_programs(bench, 5)


@pyuvm.test()
class SlowMixedProgramsTest(NvdlaBaseTest):
    """On slow memories: units wait for each other's traffic, and layers overlap."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": SLOW, "CVSRAM": SLOW})

    async def stimulus(self, bench):
        await random_programs(bench, 3)


@pyuvm.test()
class HarshMixedProgramsTest(NvdlaBaseTest):
    """On memories that reorder, interleave and hold back everything."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await random_programs(bench, 3)
