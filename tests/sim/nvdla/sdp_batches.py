"""SDP's layers behind several batches on RTL."""

import pyuvm

from sequences.nvdla.sdp import quirks
from sequences.nvdla.sdp.directed_batches import compare_batches
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("CDMA", "SDP_RDMA", "BATCH")


@pyuvm.test()
class CompareBatchesTest(NvdlaBaseTest):
    """Batches that were computed twice, compared as one cube and cube by cube."""

    async def stimulus(self, bench):
        await compare_batches(bench, str(bench.rng.choice(list(bench.config.precisions))))


@pyuvm.test()
class BatchesOfAPixelTest(NvdlaBaseTest):
    """Operands for elements of batches of a pixel with several surfaces: the public part hangs."""

    announces = ("sdp-batch-pixel",)

    async def stimulus(self, bench):
        if "sdp-batch-pixel" in bench.config.errata:
            ended = await quirks.batches_of_a_pixel_may_hang(bench, self.env.clocking.reset)
            self.logger.info("it has ended: %s", ended)
        else:
            first, second = await quirks.batches_of_a_pixel(bench)
            self.logger.info("the first batch got operands %s, the second one %s", first, second)
