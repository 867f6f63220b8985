"""Register groups of SDP and its read DMA, PDP and CDP: out of turn, and disturbed while they run or wait."""

import pyuvm

from sequences.nvdla.directed import unit_groups
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("PDP", "CDP", "SDP")


@pyuvm.test()
class DisturbRunningPoolTest(NvdlaBaseTest):
    """Writes to groups that run."""

    async def stimulus(self, bench):
        await unit_groups.disturb_running(bench)


@pyuvm.test()
class WrongPoolGroupFirstTest(NvdlaBaseTest):
    """Groups 1 enabled first wait for groups 0."""

    async def stimulus(self, bench):
        await unit_groups.wrong_groups_first(bench)


@pyuvm.test()
class PoolGroupOrdersTest(NvdlaBaseTest):
    """Groups enabled out of turn wait, and are disturbed meanwhile."""

    async def stimulus(self, bench):
        await unit_groups.same_groups_twice(bench)
