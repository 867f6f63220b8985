"""SDP at the corners: ends of all numbers, sizes and gaps of every order, cubes that others wrote."""

import pyuvm

from sequences.nvdla.directed.movers import cubes_of_others
from sequences.nvdla.sdp import corner_numbers, corner_steps, corners, extents, statistics
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("CDMA", "SDP_RDMA")


@pyuvm.test()
class SdpNumbersTest(FastConvTest):
    """Each end of operands in registers, offsets, scales and shifts, and what saturates in each operator."""

    async def stimulus(self, bench):
        await corner_numbers.every_sdp_end(bench)


@pyuvm.test()
class SdpStepsTest(FastConvTest):
    """Numbers of every kind in each step of each operator, operators beside each other."""

    async def stimulus(self, bench):
        await corner_steps.every_pair(bench)
        await corner_steps.every_reading(bench)
        await corner_steps.every_work(bench)


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
        await cubes_of_others(bench)
        await corners.batches_compared(bench)


@pyuvm.test()
class SdpStatisticsTest(FastConvTest):
    """What is counted, and what comparisons find."""

    async def stimulus(self, bench):
        await statistics.counts_of_floats(bench)
        await statistics.counts_of_integers(bench)
