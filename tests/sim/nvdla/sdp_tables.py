"""SDP's look-up tables: layers in turn, and where the public part differs from its documents."""

import pyuvm

from sequences.nvdla.sdp import quirks
from sequences.nvdla.sdp.directed_lines import tables_in_turn
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("SDP", "SDP_RDMA", "SDP_Y", "SDP_LUT")


@pyuvm.test()
class TablesInTurnTest(NvdlaBaseTest):
    """Tables are written again where the next layer needs others, and only when nobody uses them."""

    async def stimulus(self, bench):
        await tables_in_turn(bench)


@pyuvm.test()
class ExponentialOffsetTest(NvdlaBaseTest):
    """Below an exponential table with offset 0 the slope begins a 1 later."""

    async def stimulus(self, bench):
        results = await quirks.underflow_at_offset_0(bench)
        self.logger.info("of -8 to -1 comes %s", results)
        begins = int("sdp-exponential-offset" in bench.config.errata)
        assert results == [quirks.SLOPE * (x - begins) for x in range(-8, 0)]


@pyuvm.test()
class LookUpCountsTest(NvdlaBaseTest):
    """Elements that wait before the tables are counted again and again."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        counts = await quirks.counts_of_look_ups(bench)
        self.logger.info("look-ups were counted as %s", counts)
        assert counts["UFLOW"] + counts["OFLOW"] + counts["HYBRID"] >= counts["lanes"]


@pyuvm.test()
class TablesBesideALayerTest(NvdlaBaseTest):
    """An entry that is written while SDP runs a layer without Y."""

    async def stimulus(self, bench):
        self.logger.info(
            "%#x was written, the entry is %#x", quirks.WRITTEN, await quirks.entry_written_beside_a_layer(bench)
        )
