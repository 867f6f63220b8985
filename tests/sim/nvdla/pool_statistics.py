"""What PDP and CDP count, in both groups."""

import pyuvm

from sequences.nvdla.directed import counts_of_pools
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("PDP", "CDP")


@pyuvm.test()
class PdpStatisticsTest(NvdlaBaseTest):
    """NaN and infinities, and that integers have none."""

    async def stimulus(self, bench):
        await counts_of_pools.counts_of_pooling(bench)


@pyuvm.test()
class CdpStatisticsTest(NvdlaBaseTest):
    """NaN, what saturates, what tables have."""

    async def stimulus(self, bench):
        await counts_of_pools.counts_of_normalisation(bench)
