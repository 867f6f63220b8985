"""SDP's look-up tables at the ends of all numbers, on RTL."""

import pyuvm

from sequences.nvdla.lut.rows import rows_of_entries
from sequences.nvdla.sdp import corner_tables
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("SDP_RDMA", "SDP_Y", "SDP_LUT")


@pyuvm.test()
class SdpTableEndsTest(FastConvTest):
    """Offsets and distances of entries of all sizes, slopes of every sign, rows of entries."""

    async def stimulus(self, bench):
        await corner_tables.every_table_end(bench)
        await rows_of_entries(bench, "SDP")
