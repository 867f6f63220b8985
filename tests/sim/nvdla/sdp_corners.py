"""SDP at the corners: ends of all numbers and of tables, sizes and gaps of every order, cubes that others wrote."""

import pyuvm

from sequences.nvdla.sdp import corner_numbers, corner_tables, corners, extents
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("CDMA", "SDP_RDMA", "SDP_X1", "SDP_X2", "SDP_Y", "SDP_LUT", "INT16")


@pyuvm.test()
class SdpNumbersTest(FastConvTest):
    """Each end of operands in registers, offsets, scales and shifts, and what saturates in each operator."""

    async def stimulus(self, bench):
        await corner_numbers.every_sdp_end(bench)


@pyuvm.test()
class SdpTableEndsTest(FastConvTest):
    """Offsets and distances of entries of all sizes, slopes of every sign, rows of entries."""

    async def stimulus(self, bench):
        await corner_tables.every_table_end(bench)
        await corner_tables.rows_of_entries(bench)


@pyuvm.test()
class SdpSizesTest(FastConvTest):
    """Sizes and gaps of every order."""

    async def stimulus(self, bench):
        await extents.every_sdp_size(bench)
        await extents.every_sdp_gap(bench)


@pyuvm.test()
class SdpWithOthersTest(FastConvTest):
    """Cubes that BDMA, Rubik and SDP wrote as inputs and operands, batches compared as one cube and one by one."""

    async def stimulus(self, bench):
        await corners.cubes_of_others(bench)
        await corners.batches_compared(bench)
