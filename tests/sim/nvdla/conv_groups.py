"""Register groups of the convolution's blocks and SDP: out of turn, and disturbed while they run or wait."""

import pyuvm

from sequences.nvdla.conv.directed import groups
from tb.memory.profile import MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CDMA", "SDP")


@pyuvm.test()
class DisturbRunningConvTest(NvdlaBaseTest):
    """Writes to groups that run."""

    async def stimulus(self, bench):
        await groups.disturb_running_conv(bench)


@pyuvm.test()
class WrongConvGroupFirstTest(NvdlaBaseTest):
    """Groups 1 enabled first wait for groups 0."""

    async def stimulus(self, bench):
        await groups.wrong_conv_group_first(bench)


@pyuvm.test()
class ConvGroupOrdersTest(NvdlaBaseTest):
    """Groups enabled out of turn wait, and are disturbed meanwhile."""

    async def stimulus(self, bench):
        await groups.same_conv_group_twice(bench)


@pyuvm.test()
class ConvStallCountersTest(NvdlaBaseTest):
    """Counting is on throughout, on memories that make requests of all kinds wait."""

    memory = MemoryProfile(read_latency=(5, 20), w_stall=Stall(0.9, (8, 16)), ar_stall=Stall(0.9, (8, 16)))

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": self.memory, "CVSRAM": self.memory})

    async def stimulus(self, bench):
        await groups.conv_stall_counters(bench)
