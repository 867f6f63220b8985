"""SDP's comparison of batches on RTL."""

import pyuvm

from sequences.nvdla.sdp.directed_batches import compare_batches
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP_RDMA", "BATCH")


@pyuvm.test()
class CompareBatchesTest(NvdlaBaseTest):
    """Batches that were computed twice, compared as one cube and cube by cube."""

    async def stimulus(self, bench):
        await compare_batches(bench, str(bench.rng.choice(list(bench.config.precisions))))
