"""What random normalisation draws rarely: every size, gap and number, ends of tables, NaN, inputs of others."""

import pyuvm

from sequences.nvdla.cdp import corners, extents
from sequences.nvdla.directed.movers import normalised_of_others
from tests.sim.nvdla.conv_extents import FastConvTest

NEEDS = ("CDP", "SDP")


@pyuvm.test()
class CdpSizesTest(FastConvTest):
    """Sizes and gaps of every order."""

    async def stimulus(self, bench):
        await extents.every_cdp_size(bench)
        await extents.every_cdp_gap(bench)


@pyuvm.test()
class CdpNumbersTest(FastConvTest):
    """Offsets, scales and shifts of both convertors, at their ends."""

    async def stimulus(self, bench):
        await extents.every_cdp_end(bench)


@pyuvm.test()
class CdpTableEndsTest(FastConvTest):
    """Offsets and distances of entries of all sizes, slopes of every sign, values at the ends of tables."""

    async def stimulus(self, bench):
        await extents.every_cdp_table_end(bench)
        await corners.values_at_ends(bench)


@pyuvm.test()
class CdpValuesTest(FastConvTest):
    """NaN of every kind around elements and in tables, inputs that other units wrote, rows of entries."""

    async def stimulus(self, bench):
        await corners.nan_around(bench)
        await normalised_of_others(bench)
