"""Where the public part of PDP and CDP differs from its documents: docs/differences.md, 'Reproducers'."""

import pyuvm

from sequences.nvdla.cdp import quirks as of_cdp
from sequences.nvdla.pdp import quirks as of_pdp
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("PDP", "SDP", "CDP", "INT16", "FP16")


@pyuvm.test()
class PdpNanCountsTest(NvdlaBaseTest):
    """NaN at the input are not counted, at the output all but those of the last beat."""

    async def stimulus(self, bench):
        counts = await of_pdp.counts_of_nan(bench)
        self.logger.info("NaN were counted as %s", counts)
        assert counts["D_NAN_INPUT_NUM"] == counts["D_INF_INPUT_NUM"] == 0
        assert 0 < counts["D_NAN_OUTPUT_NUM"] < counts["elements"]


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
class PdpStallsInTurnTest(NvdlaBaseTest):
    """Stalls that a layer counts behind one that waited long."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        long, short = await of_pdp.stalls_in_turn(bench)
        self.logger.info("of many lines stalls of reads and writes were counted as %s, of a pixel as %s", long, short)
        assert long[0] > 0


@pyuvm.test()
class CdpNanCountTest(NvdlaBaseTest):
    """A layer shows the NaN of the layer before it."""

    async def stimulus(self, bench):
        shown = await of_cdp.nan_of_the_layer_before(bench)
        self.logger.info("behind layers without, with and without NaN the count is %s", shown)
        assert shown[0] == shown[1] == 0 < shown[2]


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
        assert counts["UFLOW"] == counts["OFLOW"] == counts["elements"]
