"""Register groups of the convolution's blocks and SDP: out of turn, and disturbed while they run or wait."""

import pyuvm

from sequences.nvdla.conv import groups
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP", "INT16")  # the behavioural RTL has a buffer of 16-bit operands


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
