"""Where the public part of PDP and CDP differs from its documents: docs/differences.md, 'Reproducers'."""

import pyuvm

from sequences.nvdla.cdp import quirks as of_cdp
from sequences.nvdla.pdp import quirks as of_pdp
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("PDP", "SDP", "CDP", "INT16", "FP16")


@pyuvm.test()
class PdpNanCountsTest(NvdlaBaseTest):
    """NaN at the input are not counted, at the output all but those of the last beat."""

    async def stimulus(self, bench):
        counts = await of_pdp.counts_of_nan(bench)
        self.logger.info("NaN were counted as %s", counts)
        assert counts["D_NAN_OUTPUT_NUM"] > 0


@pyuvm.test()
class PdpNanOnTheFlyTest(NvdlaBaseTest):
    """NaN that SDP hands on stay, whatever PDP is told."""

    async def stimulus(self, bench):
        from_memory, on_the_fly = await of_pdp.nan_to_zero(bench)
        self.logger.info("%d NaN are left of those from memory, %d of those from SDP", from_memory, on_the_fly)
        assert from_memory == 0 < on_the_fly


@pyuvm.test()
class PdpNanBehindAResetTest(NvdlaBaseTest):
    """What stood in the write buffer before a reset may count behind it."""

    async def stimulus(self, bench):
        count = await of_pdp.nan_behind_a_reset(bench, self.env.clocking.reset)
        self.logger.info("of no NaN behind a reset %d were counted", count)


@pyuvm.test()
class CdpNanCountTest(NvdlaBaseTest):
    """A layer shows the NaN of the layer before it."""

    async def stimulus(self, bench):
        shown = await of_cdp.nan_of_the_layer_before(bench)
        self.logger.info("behind layers without, with and without NaN the count is %s", shown)
        assert any(shown)


@pyuvm.test()
class CdpNanBehindAResetTest(NvdlaBaseTest):
    """What stood in the write queues before a reset may count behind it."""

    async def stimulus(self, bench):
        count = await of_cdp.nan_behind_a_reset(bench, self.env.clocking.reset)
        self.logger.info("of no NaN behind a reset %d were counted", count)


@pyuvm.test()
class CdpLookUpCountsTest(NvdlaBaseTest):
    """Each element of 16 bits counts twice: once as what the last INT8 layer left."""

    async def stimulus(self, bench):
        counts = await of_cdp.look_ups_of_16_bits(bench)
        self.logger.info("look-ups were counted as %s", counts)
        assert counts["UFLOW"] == counts["elements"]
